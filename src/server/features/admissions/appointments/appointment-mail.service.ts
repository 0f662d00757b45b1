import { type MailCtx, ownAddress, queueMail, wordInMail } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { linkBeside } from './additional-link.service.ts'
import type { BookingRow } from './booking.service.ts'
import type { SlotRow } from './slot.service.ts'

export const kindInWords = (kind: AppointmentKind, language: Language): string =>
  wordInMail(language, `appointmentWords.${kind}`)

const locales: Record<Language, string> = { en: 'en-GB', ar: 'ar-QA-u-nu-latn' }

/** Formats day and time in the school's time zone. */
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

interface Told {
  template: 'appointment-booked' | 'appointment-reminder' | 'appointment-cancelled'
  studentId: string
  subject: string
  /** Guardian's name for a page not linked before. */
  guardian: string
  /** Staff member who booked it; null for a family. */
  by: UserId | null
}

/** Emails a family time and place, with a link to change the booking; does nothing without a known address. */
export async function notifyFamily(
  tx: Tx,
  ctx: MailCtx,
  { email, language }: Pick<BookingRow, 'email' | 'language'>,
  slot: SlotRow,
  { template, studentId, subject, guardian, by }: Told,
): Promise<void> {
  if (email === null) return
  const { kind, startsAt: until, madeBy } = slot
  const place = slot.room || wordInMail(language, `appointmentWords.${slot.onlineLink ? 'online' : 'school'}`)
  const what = kindInWords(kind, language)
  const when = whenInWords(slot, language, ctx.school.timeZone)
  const whom = { studentId, kind, email, language, guardian, by: by ?? madeBy, until }
  const params = { subject, what, when, place, path: await linkBeside(tx, ctx, whom) }
  await queueMail(tx, { ...ctx, origin: ownAddress(ctx) }, { to: email, language, studentId, template, params })
}
