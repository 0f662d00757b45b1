import type { z } from 'zod'
import { studentsOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { messageFacts } from '#server/features/admissions/transitions/message-facts.service.ts'
import { guardiansToNotify } from '#server/features/admissions/transitions/notify-family.service.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { type MailCtx, ownAddress, wordInMail } from '#server/features/mail/mail.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Instant, type Language, Uuid } from '#shared/kernel/fields.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import { mailBlocks } from '#shared/mail/mail-blocks.rules.ts'
import { type MessageField, messageFields } from '#shared/messaging/message-fields.rules.ts'
import { messageLog, messageLogExport } from '#shared/messaging/message-log.contract.ts'
import { messageTexts, previewMessage, saveMessageText } from '#shared/messaging/message-text.contract.ts'
import { decideMessage, type MessageText, studentMessages } from '#shared/messaging/student-message.contract.ts'
import { fillMessage, type MessageStudent } from './fill-message.ts'
import { exportLog } from './log/message-export.service.ts'
import { readLog } from './log/message-log.service.ts'
import { executeMessageCommand, messagesOf } from './message-desk.service.ts'
import { addText, textsInForce } from './message-text.service.ts'

interface About {
  student: MessageStudent
  /** Guardian's name, in each language. */
  guardian: Readonly<Record<Language, string>>
}

/** Renders a text as in a mailbox, in both languages: for a student, or for a sample child. @throws AppError request.not-found */
async function previewText(
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

export const messageRoutes: Feature = ({ clock }) => [
  route.session(studentMessages, async (ctx, { student_id: id }) => {
    requirePermission(ctx.session, 'messages.see')
    const messages = await ctx.tenant((tx) => messagesOf(tx, ctx.school.schoolId, id))
    return { messages, now: toInstant(clock.nowMs()) }
  }),
  route.session(decideMessage, async (ctx, asked) => {
    requirePermission(ctx.session, 'messages.decide')
    return { message: await ctx.tenant((tx) => executeMessageCommand(tx, ctx, asked)) }
  }),
  route.session(messageLog, async (ctx, { filter, after, limit }) => {
    requirePermission(ctx.session, 'messages.log')
    const { schoolId, timeZone } = ctx.school
    const { from, to } = filter
    const within = { schoolId, timeZone, from, to, group: undefined, by: undefined, about: undefined }
    const seesAddresses = hasScopedPermission(ctx.session.kind, ctx.session.roles, 'messages.see')
    const asked = { ...within, filter, after: readKey(after), limit: limit + 1, seesAddresses }
    const found = await ctx.tenant((tx) => readLog(tx, asked))
    const entries = found.slice(0, limit)
    const last = found.length > limit ? entries.at(-1) : undefined
    return { entries, next: last ? `${last.at}|${last.id}` : null, now: toInstant(clock.nowMs()) }
  }),
  route.session(messageLogExport, (ctx, { filter, ...how }) => {
    requirePermission(ctx.session, 'messages.log')
    return exportLog(ctx, filter, how)
  }),
  route.session(messageTexts, async (ctx) => {
    requirePermission(ctx.session, 'messages.see')
    return { texts: await ctx.tenant((tx) => textsInForce(tx, ctx.school.schoolId)) }
  }),
  route.session(saveMessageText, async (ctx, asked) => {
    requirePermission(ctx.session, 'messages.write')
    const { schoolId } = ctx.school
    const by = { schoolId, userId: ctx.session.user.userId, nowMs: clock.nowMs() }
    const { event } = asked
    const text = await ctx.tenant(async (tx) => {
      const added = await addText(tx, by, asked)
      const facts = { event, version: added.text.version }
      if (added.isNew) await recordAuditEvent(tx, ctx, 'message-text-set', { about: null, facts })
      return added.text
    })
    return { text }
  }),
  route.session(previewMessage, async (ctx, asked) => {
    requirePermission(ctx.session, 'messages.see')
    return ctx.tenant((tx) => previewText(tx, ctx, asked))
  }),
]

/** Parses the start of a page. @throws AppError request.invalid */
function readKey(after: string | undefined): { at: Instant; id: string } | undefined {
  if (after === undefined) return undefined
  const [at, id] = after.split('|')
  const instant = Instant.safeParse(at)
  const uuid = Uuid.safeParse(id)
  if (!instant.success || !uuid.success) throw new AppError('request.invalid', { field: 'after' })
  return { at: instant.data, id: uuid.data }
}
