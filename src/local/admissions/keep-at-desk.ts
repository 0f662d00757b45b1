import type { Surroundings } from '#local/kernel/ports.ts'
import { storableText } from '#local/kernel/storable-text.ts'
import type { Vault } from '#local/kernel/vault.ts'
import { type Appender, append, type Corrects } from '#local/outbox/append.ts'
import type { Remains } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { forgetReplaced, retryOnly } from '#local/outbox/take-back.ts'
import type { OutboxDb, StoredOp } from '#local/storage/outbox-db.ts'
import type { CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import { provisionalNumber, serialLength } from '#shared/admissions/desk-cash.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type OpId, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { makeReference, referenceBytes } from '#shared/kernel/text/reference-number.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { StudentWriting } from '#shared/students/student-writing.types.ts'
import { openCash, sealCash, sealDecision, sealWriting, writingId } from './desk-content.ts'
import {
  type CashRequest,
  type DecisionMade,
  deskKinds,
  type PendingCash,
  type PendingDecision,
} from './desk-work.types.ts'

export interface DeskParts {
  db: OutboxDb
  store: OutboxStore
  appender: Appender
  vault: Vault
  stream: string
  userId: UserId
  surroundings: Pick<Surroundings, 'clock' | 'random' | 'channel'>
}

interface Entry {
  opId: string
  kind: string
  /** Of its body; 1 unless said. */
  v?: number
  /** Plain: number, link and hash are over it. */
  body: unknown
  content: Remains
  counters: Record<string, number>
  corrects?: Corrects
}

/** Another tab has saved something since the stream was read. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

/**
 * Saves what `make` makes of the stream as it stands, sealed before the one durable write; made again where another tab was faster, so
 * that no number is given twice and nothing is decided on an older state. Nothing is saved where `make` gives nothing.
 */
export async function appendSeen(
  { store, appender, stream, userId }: DeskParts,
  make: (counters: Record<string, number>) => Promise<Entry | undefined>,
): Promise<StoredOp | undefined> {
  for (;;) {
    const row = await store.stream(stream)
    const entry = await make(row?.counters ?? {})
    if (!entry) return undefined
    const { opId, kind, v = 1, body, content, counters, corrects } = entry
    const head = { opId, stream, kind, v, actorId: userId, amountMinor: null, label: null }
    const draft = { ...head, body, sealed: content.body, beside: content.beside }
    const seen = (_: unknown, seq: number) => {
      if (seq !== (row?.nextSeq ?? 1)) throw new Overtaken()
      return { draft, counters }
    }
    try {
      return await append(appender, stream, opId, seen, corrects)
    } catch (error) {
      const isGone = error instanceof AppError && error.messageId === 'outbox.not-set-aside'
      if (!isGone && !(error instanceof Overtaken)) throw error
    }
  }
}

type OpenDecisions = () => Promise<readonly { op: StoredOp; kept: PendingDecision }[]>

/** @throws RangeError where another decision about that student waits already */
export async function keepDecision(parts: DeskParts, made: DecisionMade, openDecisions: OpenDecisions): Promise<void> {
  const { db, vault, stream, userId, surroundings } = parts
  const asked = storableText(made.asked)
  const { commandId, student_id: studentId } = asked
  const saved = await appendSeen(parts, async (counters) => {
    const ofStudent = (await openDecisions()).filter(({ kept }) => kept.asked.student_id === studentId)
    if (ofStudent.some(({ kept }) => kept.asked.commandId === commandId)) return undefined
    if (ofStudent.some(({ kept }) => kept.problem === null))
      throw new RangeError('a decision about this student waits already')
    const [refused] = ofStudent
    // Taken back and then decided once more in the same way: the command is the same, its place in the stream is a new one.
    const isOver = (await db.ops.get(commandId as OpId)) !== undefined
    const opId = isOver ? uuidv7(surroundings.clock.nowMs(), surroundings.random) : commandId
    const content = await sealDecision(vault, { ...made, asked })
    const entry = { opId, kind: deskKinds.decision, body: asked, content, counters }
    return refused ? { ...entry, corrects: { opId: refused.op.opId, by: userId } } : entry
  })
  if (saved) return forgetReplaced(db, stream)
  const same = (await openDecisions()).find(({ kept }) => kept.asked.commandId === commandId)
  await retryOnly(db, stream, ({ opId }) => opId === same?.op.opId)
}

/** Once: under the id of the note or the task, whatever was tried before. */
export async function keepWriting(parts: DeskParts, writing: StudentWriting): Promise<void> {
  const asked = storableText(writing.asked)
  const opId = writingId(writing)
  await appendSeen(parts, async (counters) => {
    if (await parts.db.ops.get(opId as OpId)) return undefined
    return {
      opId,
      kind: deskKinds[writing.kind],
      body: asked,
      content: await sealWriting(parts.vault, asked),
      counters,
    }
  })
}

const serialName = 'cashSerial'
const cashCounter = 'cash'

/** Returns a function that gives the next number of a provisional receipt, with the counters as they are after it. */
export async function cashNumber({ store, surroundings: { random } }: Pick<DeskParts, 'store' | 'surroundings'>) {
  const made = makeReference(random.bytes(referenceBytes), serialLength)
  await store.changeMeta<string>(serialName, (there) => there ?? made)
  const serial = (await store.getMeta<string>(serialName)) ?? made
  return (counters: Record<string, number>) => {
    const no = (counters[cashCounter] ?? 0) + 1
    return { provisional: provisionalNumber(serial, no), counters: { ...counters, [cashCounter]: no } }
  }
}

export async function takeCash(parts: DeskParts, { operation, paper }: CashRequest): Promise<PendingCash> {
  const { db, vault, surroundings } = parts
  const known = await db.ops.get(operation.id)
  if (known) return openCash(vault, known)
  const numberOf = await cashNumber(parts)
  const op = await appendSeen(parts, async (before) => {
    const { provisional, counters } = numberOf(before)
    const taken: CashTaken = { ...operation, provisional, takenAt: toInstant(surroundings.clock.nowMs()) }
    const content = await sealCash(vault, taken, { paper, receipt: null })
    return { opId: operation.id, kind: deskKinds.cash, body: taken, content, counters }
  })
  if (!op) throw new TypeError('cash is always entered')
  return openCash(vault, op)
}
