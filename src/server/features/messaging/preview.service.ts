import type { z } from 'zod'
import { studentsOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { messageFacts } from '#server/features/admissions/transitions/message-facts.service.ts'
import { guardiansToNotify } from '#server/features/admissions/transitions/notify-family.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { type MailCtx, ownAddress, wordInMail } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { mailBlocks } from '#shared/mail/mail-blocks.rules.ts'
import { type MessageField, messageFields } from '#shared/messaging/message-fields.rules.ts'
import type { previewMessage } from '#shared/messaging/message-text.contract.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { fillMessage, type MessageStudent } from './fill-message.ts'

interface About {
  student: MessageStudent
  /** Guardian's name, in each language. */
  guardian: Readonly<Record<Language, string>>
}

/** Renders a text as in a mailbox, in both languages: for a student, or for a sample child. @throws AppError request.not-found */
export async function previewText(
  tx: Tx,
  mail: MailCtx,
  { words, studentId }: { words: MessageText; studentId: string | null },
): Promise<z.input<typeof previewMessage.reply>> {
  const { schoolId } = mail.school
  const school = await paperSchool(tx, schoolId)
  const today = businessDay(mail.deps.clock.nowMs(), school.timeZone, 0)
  const about =
    studentId === null
      ? sample(Number(today.slice(0, 4)), mail.school.currency)
      : await aboutStudent(tx, schoolId, studentId)
  const missing = new Set<MessageField>()
  const origin = ownAddress(mail)
  const mails = (['en', 'ar'] as const).map((language) => {
    const { student, guardian } = about
    // The real link is each reader's own, created when the message is sent.
    const letterLink = student.accepted && `${origin}${student.accepted.path}`
    const signUp = `${origin}/sign-up?lng=${language}`
    const to = { name: guardian[language], language, letterLink, signUp }
    const filled = fillMessage(words, { school, origin, today, student, to })
    for (const field of messageFields) if (filled.missing.includes(field)) missing.add(field)
    return { language, subject: filled.letter.title, blocks: mailBlocks(filled.letter) }
  })
  return { mails, missing: [...missing] }
}

async function aboutStudent(tx: Tx, schoolId: string, id: string): Promise<About> {
  const [student] = await studentsOnPaper(tx, schoolId, [id])
  if (!student) throw new AppError('request.not-found')
  const [first] = await guardiansToNotify(tx, student)
  const name = first?.name ?? ''
  return { student: { ...student, ...(await messageFacts(tx, student)) }, guardian: { en: name, ar: name } }
}

/** Placeholder child for template previews. */
const sample = (entryYear: number, currency: Currency): About => ({
  student: {
    reference: 'ABCD2345',
    nameLatin: 'Sara Al Mana',
    nameArabic: 'سارة المانع',
    grade: 'KG1',
    entryYear,
    waitingPlace: 3,
    reason: { en: wordInMail('en', 'reason.no-seat'), ar: wordInMail('ar', 'reason.no-seat') },
    number: `${entryYear}0417`,
    accepted: { startOn: `${entryYear}-09-01`, path: '/offer-letter' },
    promised: [{ label: { en: 'Passport', ar: 'جواز السفر' }, until: `${entryYear}-10-31` }],
    fees: {
      open: { minor: 1_500_000, currency },
      items: { en: wordInMail('en', 'sampleFees'), ar: wordInMail('ar', 'sampleFees') },
      code: 'KW3F7QX',
    },
  },
  guardian: { en: 'Hind Al Mana', ar: 'هند المانع' },
})
