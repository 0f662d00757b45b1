import type { SenderCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { isUnavailable } from '#server/http/errors.ts'
import type { Tx } from '#server/kernel/db.ts'
import { sqlState } from '#server/kernel/retry.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type CommandVersions, commandVersions } from '#shared/sync/command-kinds.ts'
import { type Batch, type PushReply, syncProtocol, type Verdict } from '#shared/sync/sync.contract.ts'
import { alertAboutNumbers } from '../devices/alert.service.ts'
import { recordAppVersion } from '../devices/device.service.ts'
import { type CommandHandlers, UnfitOperation } from './command.service.ts'
import { type CheckedOp, checkOp, type InvalidOp, type ValidOp } from './envelope.ts'
import { acceptHole } from './holes.ts'
import { ingestOne, ingestRun, RunInterrupted } from './ingest-operation.ts'
import { type IngestContext, type Install, installOf, passFence, receivedSeqs } from './install.ts'
import { setAside } from './quarantine.ts'
import { listInstalls, missingOf } from './received.service.ts'
import { chargeVisitor } from './visitor-credit.ts'

/**
 * Alerts staff when a known device starts a new install with this batch: its storage was lost. Operations the previous install
 * reported and never delivered will not come; the alert names their numbers. Earlier installs were reported when the next one
 * started.
 */
async function alertOnReinstall(
  tx: Tx,
  { schoolId, deviceId, installEpoch }: Install,
  by: { nowMs: number; random: Random },
): Promise<void> {
  const lives = await listInstalls(tx, schoolId, deviceId)
  const last = lives.find((life) => life.installEpoch !== installEpoch)
  for (const numbers of last ? missingOf(last) : []) {
    await alertAboutNumbers(tx, { schoolId, ...by }, 'lost-operations', numbers)
  }
}

/**
 * Ingests a batch: one verdict per operation, in order. Each operation (or run of plain ones) has a transaction of its own, so a
 * failing one does not affect its neighbours; the whole batch is refused only for its fence, a foreign device, or an unavailable
 * database. What was ingested until then stays, and is a duplicate the next time. `known` lists what this server ingests:
 * anything newer is deferred until a newer server runs.
 * @throws AppError sync.upgrade-needed, sync.forbidden, sync.replayed, request.invalid, robots.proof-needed
 */
export async function ingestBatch(
  ctx: SenderCtx,
  handlers: CommandHandlers,
  batch: Batch,
  known: CommandVersions = commandVersions,
): Promise<PushReply> {
  if (batch.protocol !== syncProtocol) throw new AppError('sync.upgrade-needed')
  if (batch.deviceId !== ctx.device.deviceId) throw new AppError('sync.forbidden')
  const nowMs = ctx.deps.clock.nowMs()
  const install = installOf(ctx, batch.installEpoch)
  const intake: IngestContext = { ctx, install, handlers, nowMs }
  await ctx.tenant(async (tx) => {
    if (ctx.device.kind === 'visitor') await chargeVisitor(tx, install, batch.ops)
    const isNewLife = await passFence(tx, install, batch, nowMs)
    // Visitors' browsers are not managed devices, so no data-loss alert is raised.
    if (isNewLife && ctx.device.kind === 'device')
      await alertOnReinstall(tx, install, { nowMs, random: ctx.deps.random })
    if (batch.appVersion && ctx.device.kind === 'device' && ctx.device.appVersion !== batch.appVersion)
      await recordAppVersion(tx, install.schoolId, install.deviceId, batch.appVersion)
  })
  for (const hole of batch.holes) await ctx.tenant((tx) => acceptHole(tx, intake, hole))
  const results: Verdict[] = []
  const waiting = new Map<string, number>()
  let received: Received | undefined
  for (const part of groupRuns(
    batch.ops.map((raw) => checkOp(raw, ctx.device, nowMs, known)),
    handlers,
  )) {
    const ingested = await ingestPart(intake, part, waiting)
    results.push(...ingested.verdicts)
    received = ingested.received
  }
  for (const { outcome } of results) ctx.deps.metrics?.countOperations(outcome, 1)
  received ??= await ctx.tenant((tx) => receivedSeqs(tx, install))
  const serverTime = toInstant(ctx.deps.clock.nowMs())
  return { batchId: batch.batchId, serverTime, minProtocol: syncProtocol, results, received }
}

/** Neighbours ingested together: unsound ones, or consecutive sound ones that may form a run. */
type Part = { unsound: InvalidOp[] } | { sound: ValidOp[] }

function groupRuns(ops: readonly CheckedOp[], handlers: CommandHandlers): Part[] {
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
  before?.command !== undefined &&
  before.command.kind === next.command?.kind &&
  handlers[before.command.kind].inRuns &&
  before.op.stream === next.op.stream &&
  before.op.seq + 1 === next.op.seq &&
  before.op.hash === next.op.prevHash

type Received = Awaited<ReturnType<typeof receivedSeqs>>

interface Ingested {
  verdicts: Verdict[]
  /** What the server holds after it, read in the same transaction; undefined where it took several. */
  received?: Received
}

async function ingestPart(intake: IngestContext, part: Part, waiting: Map<string, number>): Promise<Ingested> {
  if ('unsound' in part) return { verdicts: await storeInvalid(intake, part.unsound) }
  const [first] = part.sound
  if (part.sound.length > 1 && first && !waiting.has(first.op.stream)) {
    try {
      return await intake.ctx.tenant(async (tx) => {
        const verdicts = await ingestRun(tx, intake, part.sound)
        return { verdicts, received: await receivedSeqs(tx, intake.install) }
      })
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
