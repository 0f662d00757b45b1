import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { noteAct } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { ownAddress } from '#server/features/mail/mail.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minuteMs, toInstant } from '#shared/kernel/time.ts'
import type { changeMany, checkMany, ManyMessage } from '#shared/messaging/message-many.contract.ts'
import type { MessageText } from '#shared/messaging/student-message.contract.ts'
import { namedStudent } from '../named-student.ts'
import { manyMessages, manyRecipients } from './many.table.ts'
import { fillFor, manyWords } from './many-fill.service.ts'
import { type Reader, readersOf, type Whom, wantNews } from './many-whom.service.ts'

export type ManyRow = typeof manyMessages.$inferSelect
type Checked = z.output<typeof checkMany.reply>

/** Time to undo before anything is sent. */
const undoMs = 2 * minuteMs
const mostShown = 100

interface Asked {
  whom: Whom
  words: MessageText
  isNecessary: boolean
}

/**
 * Checks the audience: who would get it, and who would not and why. @throws AppError letter.too-many, request.not-found for an
 * empty audience
 */
export async function checkWhom(tx: Tx, ctx: SessionCtx, { whom, words, isNecessary }: Asked): Promise<Checked> {
  const { schoolId } = ctx.school
  const { students, readers, unreachable, joined } = await readersOf(tx, schoolId, whom)
  const willing = await willingOf(tx, schoolId, isNecessary, readers)
  const left: Checked['left'] = unreachable.map((student) => ({
    students: [namedStudent(student)],
    name: null,
    why: 'no-address',
    field: null,
  }))
  const recipients: Checked['recipients'] = []
  const common = await manyWords(tx, ctx, words)
  for (const reader of readers) {
    const { name, language } = reader
    const row = { name, students: reader.students.map(namedStudent) }
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
    left: left.slice(0, mostShown),
    recipients: recipients.slice(0, mostShown),
  }
}

const willingOf = async (tx: Tx, schoolId: string, isNecessary: boolean, readers: readonly Reader[]) => {
  const keys = readers.map(({ key }) => key)
  return isNecessary ? new Set(keys) : wantNews(tx, schoolId, keys)
}

/** Stores the message with a row for each guardian. Repeating the id returns the existing message. @throws like `checkWhom` */
export async function beginMany(tx: Tx, ctx: SessionCtx, asked: Asked & { commandId: string }): Promise<ManyMessage> {
  const { schoolId } = ctx.school
  const { whom, words, isNecessary, commandId: id } = asked
  const known = await findMany(tx, schoolId, id)
  if (known) return toldMany(tx, known)
  const { clock, random } = ctx.deps
  const nowMs = clock.nowMs()
  const { readers } = await readersOf(tx, schoolId, whom)
  const willing = await willingOf(tx, schoolId, isNecessary, readers)
  const told = readers.filter(({ key }) => willing.has(key))
  if (told.length === 0) throw new AppError('request.not-found')
  const added = await tx
    .insert(manyMessages)
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
  if (!row) return toldMany(tx, await manyNamed(tx, schoolId, id))
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
    await tx.insert(manyRecipients).values(rows.slice(from, from + 500))
  await noteAct(tx, ctx, 'many-messages-begun', { about: null, facts: { count: told.length, isNecessary } })
  return toldMany(tx, row)
}

/** Stops, resumes or cancels it. @throws AppError request.not-found, message.over */
export async function setMany(
  tx: Tx,
  ctx: SessionCtx,
  { id, manyDeed: deed }: z.output<typeof changeMany.body>,
): Promise<ManyMessage> {
  const { schoolId } = ctx.school
  const isThis = and(eq(manyMessages.schoolId, schoolId), eq(manyMessages.id, id))
  const [row] = await tx.select().from(manyMessages).where(isThis).for('update')
  if (!row) throw new AppError('request.not-found')
  const to = ({ stop: 'stopped', resume: 'running', withdraw: 'withdrawn' } as const)[deed]
  // Pressed twice: already in the requested state.
  if (row.state === to) return toldMany(tx, row)
  const { sent } = await countsOf(tx, row)
  const isOpen =
    deed === 'stop'
      ? row.state === 'running'
      : deed === 'resume'
        ? row.state === 'stopped'
        : sent === 0 && (row.state === 'running' || row.state === 'stopped')
  if (!isOpen) throw new AppError('message.over')
  const [changed] = await tx.update(manyMessages).set({ state: to }).where(isThis).returning()
  await noteAct(tx, ctx, 'many-messages-changed', { about: null, facts: { to } })
  return toldMany(tx, changed ?? row)
}

async function findMany(tx: Tx, schoolId: string, id: string): Promise<ManyRow | undefined> {
  const [row] = await tx
    .select()
    .from(manyMessages)
    .where(and(eq(manyMessages.schoolId, schoolId), eq(manyMessages.id, id)))
  return row
}

async function manyNamed(tx: Tx, schoolId: string, id: string): Promise<ManyRow> {
  const row = await findMany(tx, schoolId, id)
  if (!row) throw new AppError('request.not-found')
  return row
}

export const latestMany = (tx: Tx, schoolId: string): Promise<ManyRow[]> =>
  tx
    .select()
    .from(manyMessages)
    .where(eq(manyMessages.schoolId, schoolId))
    .orderBy(desc(manyMessages.startedAt), desc(manyMessages.id))
    .limit(20)

async function countsOf(tx: Tx, { schoolId, id }: ManyRow): Promise<{ sent: number; leftCount: number }> {
  const count = sql<number>`count(*)::int`
  const ofThis = and(eq(manyRecipients.schoolId, schoolId), eq(manyRecipients.messageId, id))
  const [sent] = await tx
    .select({ count })
    .from(manyRecipients)
    .where(and(ofThis, isNotNull(manyRecipients.mailId)))
  const [left] = await tx
    .select({ count })
    .from(manyRecipients)
    .where(and(ofThis, isNotNull(manyRecipients.settledAt), isNull(manyRecipients.mailId)))
  return { sent: sent?.count ?? 0, leftCount: left?.count ?? 0 }
}

/** Returns a bulk message for staff. */
export async function toldMany(tx: Tx, row: ManyRow): Promise<ManyMessage> {
  const { id, words, isNecessary, state, total, startedAt, leavesAt, startedBy } = row
  const name = (await findPeople(tx, row.schoolId, [startedBy])).get(startedBy)?.name ?? { en: '–', ar: '–' }
  const by = { userId: startedBy, name }
  return { id, title: words.title, isNecessary, state, total, ...(await countsOf(tx, row)), startedAt, leavesAt, by }
}
