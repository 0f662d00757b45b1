import type { StudentOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { messageFacts } from '#server/features/admissions/transitions/message-facts.service.ts'
import { type PaperSchool, paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { type MailCtx, ownAddress } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { businessDay, type Day } from '#shared/kernel/time.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { fillMessage, type MessageStudent } from '../fill-message.ts'

/** Common parts of all emails of one bulk message. */
export interface BulkMessageText {
  words: MessageText
  school: PaperSchool
  origin: string
  today: Day
}

export async function bulkMessageText(tx: Tx, mail: MailCtx, words: MessageText): Promise<BulkMessageText> {
  const school = await paperSchool(tx, mail.school.schoolId)
  const today = businessDay(mail.deps.clock.nowMs(), school.timeZone, 0)
  return { words, school, origin: ownAddress(mail), today }
}

/** Fills the message for one guardian, covering all their children. */
export async function fillFor(
  tx: Tx,
  common: BulkMessageText,
  { students, ...to }: { students: readonly StudentOnPaper[]; name: string; language: Language },
) {
  const told = []
  for (const student of students) told.push({ ...student, ...(await messageFacts(tx, student)) })
  const { words, ...rest } = common
  return fillMessage(words, {
    ...rest,
    student: together(told, to.language),
    to: { ...to, letterLink: null, signUp: null },
  })
}

/** Merges several children into one; values that differ are left empty. */
function together(students: readonly MessageStudent[], language: Language): MessageStudent {
  const [first, ...others] = students
  if (!first) throw new RangeError('a message about nobody')
  if (others.length === 0) return first
  const names = students.map(({ nameLatin, nameArabic }) =>
    language === 'ar' ? (nameArabic ?? nameLatin ?? '') : (nameLatin ?? nameArabic ?? ''),
  )
  const joined = new Intl.ListFormat(language).format(names.filter((name) => name !== ''))
  const same = <K extends keyof MessageStudent>(key: K): MessageStudent[K] | null =>
    others.every((other) => other[key] === first[key]) ? first[key] : null
  return {
    references: students.flatMap(({ references, reference }) => references ?? reference),
    reference: first.reference,
    nameLatin: language === 'ar' ? null : joined,
    nameArabic: language === 'ar' ? joined : null,
    grade: same('grade'),
    entryYear: same('entryYear'),
    waitingPlace: null,
    reason: null,
    number: null,
    accepted: null,
    promised: [],
  }
}
