import { type MailCtx, queueMail, wordInMail } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Language } from '#shared/contract/school.ts'
import type { AppointmentKind } from '#shared/rules/scoring.rules.ts'
import type { BookingRow } from './booking.service.ts'
import type { SlotRow } from './slot.service.ts'

export const kindInWords = (kind: AppointmentKind, language: Language): string =>
  wordInMail(language, `appointmentWords.${kind}`)

const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-QA-u-nu-latn' }

/** Day and time on the clocks of the school. */
const whenInWords = ({ startsAt }: SlotRow, language: Language, timeZone: string): string =>
  new Intl.DateTimeFormat(locales[language], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(startsAt))

/** Tells a family when and where it is expected; nobody where no address is known. */
export async function tellFamily(
  tx: Tx,
  mail: MailCtx,
  { email, language }: Pick<BookingRow, 'email' | 'language'>,
  slot: SlotRow,
  {
    template,
    subject,
  }: { template: 'appointment-booked' | 'appointment-reminder' | 'appointment-cancelled'; subject: string },
): Promise<void> {
  if (email === null) return
  const place = slot.room || wordInMail(language, `appointmentWords.${slot.onlineLink ? 'online' : 'school'}`)
  const what = kindInWords(slot.kind, language)
  const when = whenInWords(slot, language, mail.school.timeZone)
  await queueMail(tx, mail, { to: email, language, template, params: { subject, what, when, place } })
}
