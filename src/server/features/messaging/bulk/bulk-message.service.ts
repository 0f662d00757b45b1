import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { ownAddress } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import type { BulkMessage, changeMany, checkMany } from '#shared/messaging/bulk-message.contract.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { findNamedStudent } from '../named-student.ts'
import { type Audience, type Reader, readersOf, wantNews } from './bulk-audience.service.ts'
import { bulkMessageText, fillFor } from './bulk-fill.service.ts'
import { bulkMessages, bulkRecipients } from './bulk-message.table.ts'

export type BulkMessageRow = typeof bulkMessages.$inferSelect
type Checked = z.output<typeof checkMany.reply>

/** Time to undo before anything is sent. */
const undoMs = 2 * minuteMs
const maxShown = 100

interface Params {
  whom: Audience
  words: MessageText
  isNecessary: boolean
}

/**
 * Checks the audience: who would get it, and who would not and why. @throws AppError letter.too-many, request.not-found for an
 * empty audience
 */
export async function checkAudience(tx: Tx, ctx: SessionCtx, { whom, words, isNecessary }: Params): Promise<Checked> {
  const { schoolId } = ctx.school
  const { students, readers, unreachable, joined } = await readersOf(tx, schoolId, whom)
  const willing = await subscribedOf(tx, ctx, isNecessary, readers)
  const left: Checked['left'] = unreachable.map((student) => ({
    students: [findNamedStudent(student)],
    name: null,
    why: 'no-address',
    field: null,
  }))
  const recipients: Checked['recipients'] = []
  const common = await bulkMessageText(tx, ctx, words)
  for (const reader of readers) {
    const { name, language } = reader
    const row = { name, students: reader.students.map(findNamedStudent) }
    const [field] = willing.has(reader.key) ? (await fillFor(tx, common, reader)).missing : []
    if (!willing.has(reader.key)) left.push({ ...row, why: 'no-consent', field: null })
    else if (field) left.push({ ...row, why: 'missing', field })
    else recipients.push({ ...row, language })
  }
  return {
    students: students.length,
    total: recipients.length,
    joined,
    leftCount: left.length,
    left: left.slice(0, maxShown),
    recipients: recipients.slice(0, maxShown),
  }
}

const subscribedOf = async (tx: Tx, ctx: SessionCtx, isNecessary: boolean, readers: readonly Reader[]) => {
  const keys = readers.map(({ key }) => key)
  return isNecessary ? new Set(keys) : wantNews(tx, ctx, keys)
}

/** Stores the message with a row for each guardian. Repeating the id returns the existing message. @throws like `checkAudience` */
export async function startBulkMessage(
  tx: Tx,
  ctx: SessionCtx,
  asked: Params & { commandId: string },
): Promise<BulkMessage> {
  const { schoolId } = ctx.school
  const { whom, words, isNecessary, commandId: id } = asked
  const known = await findBulkMessage(tx, schoolId, id)
  if (known) return bulkMessageView(tx, known)
  const { clock, random } = ctx.deps
  const nowMs = clock.nowMs()
  const { readers } = await readersOf(tx, schoolId, whom)
  const willing = await subscribedOf(tx, ctx, isNecessary, readers)
  const told = readers.filter(({ key }) => willing.has(key))
  if (told.length === 0) throw new AppError('request.not-found')
  const added = await tx
    .insert(bulkMessages)
    .values({
      schoolId,
      id,
      words,
      isNecessary,
      state: 'running',
      total: told.length,
      origin: ownAddress(ctx),
      startedAt: toInstant(nowMs),
      startedBy: ctx.session.user.userId,
      leavesAt: toInstant(nowMs + undoMs),
    })
    .onConflictDoNothing()
    .returning()
  const [row] = added
  if (!row) return bulkMessageView(tx, await bulkMessageRecipients(tx, schoolId, id))
  const rows = told.map(({ key, email, name, language, students }) => ({
    schoolId,
    id: uuidv7(nowMs, random),
    messageId: id,
    emailKey: key,
    email,
    name,
    language,
    studentIds: students.map((student) => student.id),
    madeAt: toInstant(nowMs),
  }))
  for (let from = 0; from < rows.length; from += 500)
    await tx.insert(bulkRecipients).values(rows.slice(from, from + 500))
  await recordAuditEvent(tx, ctx, 'many-messages-begun', { about: null, facts: { count: told.length, isNecessary } })
  return bulkMessageView(tx, row)
}

/** Stops, resumes or cancels it. @throws AppError request.not-found, message.over */
export async function updateBulkMessage(
  tx: Tx,
  ctx: SessionCtx,
  { id, manyDeed: change }: z.output<typeof changeMany.body>,
): Promise<BulkMessage> {
  const { schoolId } = ctx.school
  const isThis = and(eq(bulkMessages.schoolId, schoolId), eq(bulkMessages.id, id))
  const [row] = await tx.select().from(bulkMessages).where(isThis).for('update')
  if (!row) throw new AppError('request.not-found')
  const to = ({ stop: 'stopped', resume: 'running', withdraw: 'withdrawn' } as const)[change]
  // Pressed twice: already in the requested state.
  if (row.state === to) return bulkMessageView(tx, row)
  const { sent } = await countsOf(tx, row)
  const isOpen =
    change === 'stop'
      ? row.state === 'running'
      : change === 'resume'
        ? row.state === 'stopped'
        : sent === 0 && (row.state === 'running' || row.state === 'stopped')
  if (!isOpen) throw new AppError('message.over')
  const [changed] = await tx.update(bulkMessages).set({ state: to }).where(isThis).returning()
  await recordAuditEvent(tx, ctx, 'many-messages-changed', { about: null, facts: { to } })
  return bulkMessageView(tx, changed ?? row)
}

async function findBulkMessage(tx: Tx, schoolId: string, id: string): Promise<BulkMessageRow | undefined> {
  const [row] = await tx
    .select()
    .from(bulkMessages)
    .where(and(eq(bulkMessages.schoolId, schoolId), eq(bulkMessages.id, id)))
  return row
}

async function bulkMessageRecipients(tx: Tx, schoolId: string, id: string): Promise<BulkMessageRow> {
  const row = await findBulkMessage(tx, schoolId, id)
  if (!row) throw new AppError('request.not-found')
  return row
}

export const latestBulkMessages = (tx: Tx, schoolId: string): Promise<BulkMessageRow[]> =>
  tx
    .select()
    .from(bulkMessages)
    .where(eq(bulkMessages.schoolId, schoolId))
    .orderBy(desc(bulkMessages.startedAt), desc(bulkMessages.id))
    .limit(20)

async function countsOf(tx: Tx, { schoolId, id }: BulkMessageRow): Promise<{ sent: number; leftCount: number }> {
  const count = sql<number>`count(*)::int`
  const ofThis = and(eq(bulkRecipients.schoolId, schoolId), eq(bulkRecipients.messageId, id))
  const [sent] = await tx
    .select({ count })
    .from(bulkRecipients)
    .where(and(ofThis, isNotNull(bulkRecipients.mailId)))
  const [left] = await tx
    .select({ count })
    .from(bulkRecipients)
    .where(and(ofThis, isNotNull(bulkRecipients.settledAt), isNull(bulkRecipients.mailId)))
  return { sent: sent?.count ?? 0, leftCount: left?.count ?? 0 }
}

/** Returns a bulk message for staff. */
export async function bulkMessageView(tx: Tx, row: BulkMessageRow): Promise<BulkMessage> {
  const { id, words, isNecessary, state, total, startedAt, leavesAt, startedBy } = row
  const name = (await findPeople(tx, row.schoolId, [startedBy])).get(startedBy)?.name ?? { en: '–', ar: '–' }
  const by = { userId: startedBy, name }
  return { id, title: words.title, isNecessary, state, total, ...(await countsOf(tx, row)), startedAt, leavesAt, by }
}
