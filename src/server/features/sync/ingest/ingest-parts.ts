import { describeFailure } from '#server/http/describe-failure.ts'
import { isUnavailable } from '#server/http/errors.ts'
import type { Tx } from '#server/kernel/db.ts'
import { sqlState } from '#server/kernel/retry.ts'
import type { Verdict } from '#shared/sync/sync.contract.ts'
import { alertAboutNumbers } from '../devices/alert.service.ts'
import { type CommandHandlers, UnfitOperation } from './command.service.ts'
import type { CheckedOp, InvalidOp, ValidOp } from './envelope.ts'
import { ingestOne, ingestRun, RunInterrupted } from './ingest-operation.ts'
import { type IngestContext, receivedSeqs } from './install.ts'
import { setAside } from './quarantine.ts'

/** Neighbours ingested together: unsound ones, or consecutive sound ones that may form a run. */
export type Part = { unsound: InvalidOp[] } | { sound: ValidOp[] }

/** Groups operations, in order, into parts. */
export function groupRuns(ops: readonly CheckedOp[], handlers: CommandHandlers): Part[] {
  const parts: Part[] = []
  for (const op of ops) {
    const part = parts.at(-1)
    if (!op.sound) {
      if (part && 'unsound' in part) part.unsound.push(op)
      else parts.push({ unsound: [op] })
    } else if (part && 'sound' in part && joins(part.sound.at(-1), op, handlers)) part.sound.push(op)
    else parts.push({ sound: [op] })
  }
  return parts
}

const joins = (before: ValidOp | undefined, next: ValidOp, handlers: CommandHandlers): boolean =>
  before !== undefined &&
  isForRuns(before, handlers) &&
  before.command?.kind === next.command?.kind &&
  before.op.stream === next.op.stream &&
  before.op.seq + 1 === next.op.seq &&
  before.op.hash === next.op.prevHash

const isForRuns = ({ command }: ValidOp, handlers: CommandHandlers): boolean =>
  command !== undefined && handlers[command.kind].inRuns

export type Received = Awaited<ReturnType<typeof receivedSeqs>>

export interface Ingested {
  verdicts: Verdict[]
  /** What the server holds after it, read in the same transaction; undefined where it took several. */
  received?: Received
}

/**
 * Accepts a batch and ingests its first part, if that is a run, in one transaction: a commit, which is flushed to the disk, less. Rejects
 * when the batch is refused. @returns undefined, having changed nothing, when the two have to be done one after the other
 */
export async function acceptWithRun(
  intake: IngestContext,
  accept: (tx: Tx) => Promise<void>,
  part: Part | undefined,
): Promise<Ingested | undefined> {
  if (!part || !('sound' in part) || !part.sound.every((op) => isForRuns(op, intake.handlers))) return undefined
  let isAccepted = false
  try {
    return await intake.ctx.tenant(async (tx) => {
      isAccepted = false
      await accept(tx)
      isAccepted = true
      return ingestRunIn(tx, intake, part.sound)
    })
  } catch (error) {
    if (!isAccepted) throw error
    if (!(error instanceof RunInterrupted)) refuseIfUnavailable(error)
    return undefined
  }
}

async function ingestRunIn(tx: Tx, intake: IngestContext, run: readonly ValidOp[]): Promise<Ingested> {
  const verdicts = await ingestRun(tx, intake, run)
  return { verdicts, received: await receivedSeqs(tx, intake.install) }
}

/** Ingests a part: a run in one transaction, and what cannot be ingested as one, operation by operation. `waiting` is the batch's. */
export async function ingestPart(intake: IngestContext, part: Part, waiting: Map<string, number>): Promise<Ingested> {
  if ('unsound' in part) return { verdicts: await storeInvalid(intake, part.unsound) }
  const [first] = part.sound
  if (part.sound.length > 1 && first && !waiting.has(first.op.stream)) {
    try {
      return await intake.ctx.tenant((tx) => ingestRunIn(tx, intake, part.sound))
    } catch (error) {
      // An operation in it needs individual handling: one by one finds it, and ingests the others.
      if (!(error instanceof RunInterrupted)) refuseIfUnavailable(error)
    }
  }
  const verdicts: Verdict[] = []
  let received: Received | undefined
  for (const item of part.sound) {
    const one = await ingestInOrder(intake, item, waiting)
    verdicts.push(...one.verdicts)
    received = one.received
  }
  return { verdicts, ...(received && { received }) }
}

/** Ingests an operation in order: behind a number that was not ingested its stream waits. Determined once for a batch. */
async function ingestInOrder(intake: IngestContext, item: ValidOp, waiting: Map<string, number>): Promise<Ingested> {
  const { opId, stream, seq } = item.op
  const expectedSeq = waiting.get(stream)
  if (expectedSeq !== undefined && seq > expectedSeq)
    return { verdicts: [{ opId, outcome: 'gap', messageId: 'sync.gap', expectedSeq }] }
  const ingested = await ingestWithRetry(intake, item)
  for (const verdict of ingested.verdicts)
    if (verdict.expectedSeq === undefined) waiting.delete(stream)
    else waiting.set(stream, verdict.expectedSeq)
  return ingested
}

/**
 * Retries a failing effect once; a failure rolls back its own operation only. A body with impossible figures (SQLSTATE 22,
 * RangeError) can never succeed: it counts as `invalid`, is stored and lets the stream continue. Any other failure is ours: the
 * whole operation is stored here too and staff are alerted, the device keeps it and asks again (`deferred`), its stream waits
 * (decision 0020).
 */
async function ingestWithRetry(intake: IngestContext, item: ValidOp): Promise<Ingested> {
  let failure: unknown
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const isUnfit = failure instanceof RangeError || sqlState(failure)?.startsWith('22') === true
    const unfit = failure instanceof UnfitOperation ? { unfit: failure.messageId } : {}
    try {
      return await intake.ctx.tenant(async (tx) => {
        const verdict = await ingestOne(tx, intake, isUnfit ? { ...item, ...unfit, command: undefined } : item)
        return { verdicts: [verdict], received: await receivedSeqs(tx, intake.install) }
      })
    } catch (error) {
      refuseIfUnavailable(error)
      failure = error
    }
  }
  return { verdicts: [await defer(intake, item, failure)] }
}

async function defer({ ctx, install, nowMs }: IngestContext, { op, raw }: ValidOp, failure: unknown): Promise<Verdict> {
  const { deps, school, requestId } = ctx
  const { opId, hash, kind, stream, seq } = op
  const { random } = deps
  const { schoolId, deviceId, installEpoch } = install
  deps.log.error({ requestId, school: school.code, opId, kind, ...describeFailure(failure) }, 'operation not taken in')
  const aside = { opId, outcome: 'rejected', messageId: 'server.failed', hash, raw }
  await ctx.tenant(async (tx) => {
    await setAside(tx, install, [aside], { nowMs, random })
    const numbers = { deviceId, installEpoch, stream, from: seq, to: seq }
    await alertAboutNumbers(tx, { schoolId, nowMs, random }, 'stuck-operations', numbers)
  })
  return { opId, outcome: 'deferred', messageId: 'server.failed' }
}

/** Rethrows when the database is unavailable: no operation can be answered, and the whole batch comes again. */
function refuseIfUnavailable(error: unknown): void {
  if (isUnavailable(error)) throw error
}

async function storeInvalid({ ctx, install, nowMs }: IngestContext, ops: readonly InvalidOp[]): Promise<Verdict[]> {
  await ctx.tenant((tx) => setAside(tx, install, ops, { nowMs, random: ctx.deps.random }))
  return ops.map(({ opId, outcome, messageId }) => ({ opId, outcome, messageId }))
}
