import type { SenderCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { OpId } from '#shared/kernel/fields.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { type CommandVersions, commandVersions } from '#shared/sync/command-kinds.ts'
import { type Batch, type PushReply, syncProtocol, type Verdict } from '#shared/sync/sync.contract.ts'
import { takeCredit } from '../anonymous-sender/visitor.service.ts'
import { alertAboutNumbers } from '../devices/alert.service.ts'
import { recordAppVersion } from '../devices/device.service.ts'
import type { CommandHandlers } from './command.service.ts'
import { checkOp } from './envelope.ts'
import { acceptHole } from './holes.ts'
import { acceptWithRun, groupRuns, ingestPart, type Received } from './ingest-parts.ts'
import { type IngestContext, type Install, installOf, passFence, receivedSeqs } from './install.ts'
import { listInstalls, missingOf } from './received.service.ts'
import { findStored } from './stream.ts'

const idOf = (raw: unknown): string[] => {
  const id = OpId.safeParse(typeof raw === 'object' && raw !== null && 'opId' in raw ? raw.opId : undefined)
  return id.success ? [id.data] : []
}

/**
 * Charges an anonymous sender a solved challenge for each form, before parsing: also for an invalid one, or a bot could fill our
 * tables for the price of one. Operations ingested before are paid for, so a repeat is free.
 * @throws AppError robots.proof-needed
 */
export async function chargeVisitor(tx: Tx, { schoolId, deviceId }: Install, ops: readonly unknown[]): Promise<void> {
  if (ops.length === 0) return
  const stored = await findStored(tx, schoolId, ops.flatMap(idOf))
  const fresh = ops.length - stored.size
  if (fresh > 0 && !(await takeCredit(tx, schoolId, deviceId, fresh))) throw new AppError('robots.proof-needed')
}

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
 * Ingests a batch: one verdict per operation, in order. Each operation (or run of sales) has a transaction of its own, so a
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
  const accept = (tx: Tx) => acceptBatch(tx, intake, batch)
  const read = () => {
    const checked = batch.ops.map((raw) => checkOp(raw, ctx.device, nowMs, known))
    return groupRuns(checked, handlers)
  }
  // Nothing of an anonymous sender is read before it is charged.
  const early = ctx.device.kind === 'device' && batch.holes.length === 0 ? read() : undefined
  const begun = early && (await acceptWithRun(intake, accept, early[0]))
  if (!begun) {
    await ctx.tenant(accept)
    for (const hole of batch.holes) await ctx.tenant((tx) => acceptHole(tx, intake, hole))
  }
  const parts = early ?? read()
  const results: Verdict[] = begun ? [...begun.verdicts] : []
  let received: Received | undefined = begun?.received
  const waiting = new Map<string, number>()
  for (const part of begun ? parts.slice(1) : parts) {
    const ingested = await ingestPart(intake, part, waiting)
    results.push(...ingested.verdicts)
    received = ingested.received
  }
  for (const { outcome } of results) ctx.deps.metrics?.countOperations(outcome, 1)
  received ??= await ctx.tenant((tx) => receivedSeqs(tx, install))
  const serverTime = toInstant(ctx.deps.clock.nowMs())
  return { batchId: batch.batchId, serverTime, minProtocol: syncProtocol, results, received }
}

/** Accepts the sender and the number of a batch, before anything in it. @throws AppError robots.proof-needed, sync.replayed, request.invalid */
async function acceptBatch(tx: Tx, { ctx, install, nowMs }: IngestContext, batch: Batch): Promise<void> {
  if (ctx.device.kind === 'visitor') await chargeVisitor(tx, install, batch.ops)
  const isNewLife = await passFence(tx, install, batch, nowMs)
  // Visitors' browsers are not managed devices, so no data-loss alert is raised.
  if (isNewLife && ctx.device.kind === 'device') await alertOnReinstall(tx, install, { nowMs, random: ctx.deps.random })
  if (batch.appVersion && ctx.device.kind === 'device' && ctx.device.appVersion !== batch.appVersion)
    await recordAppVersion(tx, install.schoolId, install.deviceId, batch.appVersion)
}
