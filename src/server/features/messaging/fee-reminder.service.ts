import type { Reminder, WriteReminder } from '#server/features/fees/reminders/reminder-writer.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { ownAddress, queueMail } from '#server/features/mail/mail.service.ts'
import { sanitizeText } from '#shared/kernel/text/sanitize-text.rules.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { reminderTexts } from '#shared/messaging/message-text.contract.ts'
import { fillMessage, type MessageStudent } from './fill-message.ts'
import { textFor } from './message-text.service.ts'

/** Queues a reminder of fees in the school's own words. @returns the version of the text; undefined where a field has nothing to say */
export const writeFeeReminder: WriteReminder = async (tx, mail, reminder) => {
  const { deps, school } = mail
  const { level, to, mailId, children } = reminder
  const event = reminderTexts[Math.min(level, reminderTexts.length) - 1] ?? reminderTexts[0]
  const { text, version } = await textFor(tx, school.schoolId, event)
  const origin = ownAddress(mail)
  const { letter, missing } = fillMessage(text, {
    school: await paperSchool(tx, school.schoolId),
    origin,
    today: businessDay(deps.clock.nowMs(), school.timeZone, 0),
    student: toldOf(reminder),
    to: { name: nameOf(to), language: to.language, letterLink: null, signUp: null },
  })
  if (missing.length > 0) return undefined
  const params = { subject: letter.title, letter: JSON.stringify(letter) }
  // Of several children it stands in no one's file.
  const studentId = children.length === 1 ? (children[0]?.studentId ?? null) : null
  const whom = { id: mailId, to: to.email, language: to.language, studentId }
  await queueMail(tx, { ...mail, origin }, { ...whom, template: 'school-message', params })
  return version
}

const nameOf = ({ language, nameLatin, nameArabic }: Reminder['to']): string =>
  (language === 'ar' ? (nameArabic ?? nameLatin) : (nameLatin ?? nameArabic)) ?? ''

const joined = (names: readonly (string | null)[]): string | null => {
  const known = names.flatMap((name) => (name ? [sanitizeText(name)] : []))
  return known.length === 0 ? null : known.join(', ')
}

const toldOf = ({ children, open, currency, items, code }: Reminder): MessageStudent => ({
  reference: '',
  references: [],
  nameLatin: joined(children.map(({ nameLatin }) => nameLatin)),
  nameArabic: joined(children.map(({ nameArabic }) => nameArabic)),
  grade: null,
  entryYear: null,
  waitingPlace: null,
  reason: null,
  number: null,
  accepted: null,
  promised: [],
  fees: { open: { minor: open, currency }, items, code },
})
