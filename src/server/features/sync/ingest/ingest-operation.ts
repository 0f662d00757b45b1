import type { Tx } from '#server/kernel/db.ts'
import type { Verdict } from '#shared/sync/sync.contract.ts'
import { alertStaff } from '../devices/alert.service.ts'
import type { CommandContext, CommandHandler, Effect, IngestedOp } from './command.service.ts'
import { correctedMs, type KnownCommand, type ValidOp } from './envelope.ts'
import { fillsHole } from './holes.ts'
import type { IngestContext } from './install.ts'
import { setAside } from './quarantine.ts'
import {
  advanceStream,
  findStored,
  lockStream,
  type StoredOp,
  type StoredVerdict,
  type StreamHead,
  storeOps,
} from './stream.ts'

/** A run that cannot be ingested as one. Not a failure: its operations go one by one. */
export class RunInterrupted extends Error {
  override name = 'RunBroken'
}

/**
 * Ingests one operation within the transaction: locks its stream, compares, checks its number, runs the effect and stores it with
 * its verdict.
 *
 * A repeated operation is answered with its earlier verdict: `duplicate` for an applied one, the stored outcome itself otherwise,
 * so that a lost answer never turns an `invalid` into an acknowledgement. A wrong link does not refuse a fact: it is applied with
 * the flag `broken-chain`, and staff are alerted. An operation that arrives for a declared hole is applied with the flag `late`.
 * An operation this server is too old for is not stored: the device keeps it, and its stream waits for a newer server that can
 * read it.
 */
export async function ingestOne(tx: Tx, intake: IngestContext, item: ValidOp): Promise<Verdict> {
  const { op } = item
  const head = await lockStream(tx, intake.install, op.stream)
  const stored = (await findStored(tx, intake.install.schoolId, [op.opId])).get(op.opId.toLowerCase())
  if (stored) return stored.hash === op.hash ? repeated(op.opId, stored) : idConflict(tx, intake, item)
  if (op.seq > head.lastSeq + 1)
    return { opId: op.opId, outcome: 'gap', messageId: 'sync.gap', expectedSeq: head.lastSeq + 1 }
  const isLate = op.seq <= head.lastSeq
  if (isLate && !(await fillsHole(tx, intake.install, op))) return idConflict(tx, intake, item)
  if (item.isAhead) return { opId: op.opId, outcome: 'deferred', messageId: 'sync.server-older' }
  if (isLate) return verdictOf(await applyAndStore(tx, intake, [flagged(item, 'late')]))
  const chained = op.prevHash === head.lastHash
  if (!chained && intake.ctx.device.kind === 'device') {
    const { schoolId, deviceId } = intake.install
    await alertStaff(tx, { ...intake.ctx.deps, schoolId, nowMs: intake.nowMs }, 'broken-chain', deviceId)
  }
  const told = await applyAndStore(tx, intake, [chained ? item : flagged(item, 'broken-chain')])
  await advanceStream(tx, intake.install, op.stream, { lastSeq: op.seq, lastHash: op.hash })
  return verdictOf(told)
}

/**
 * Ingests a run of operations of one kind and one stream, in order, as one: with the same rows and verdicts as one by one.
 * @throws RunBroken when an operation needs individual handling
 */
export async function ingestRun(tx: Tx, intake: IngestContext, run: readonly ValidOp[]): Promise<Verdict[]> {
  const [first] = run
  if (!first) return []
  const { stream } = first.op
  const head = await lockStream(tx, intake.install, stream)
  const stored = await findStored(
    tx,
    intake.install.schoolId,
    run.map(({ op }) => op.opId),
  )
  const fresh = run.filter(({ op }) => !stored.has(op.opId.toLowerCase()))
  if (!continues(head, fresh)) throw new RunInterrupted('does not continue the stream')
  const verdicts = new Map<string, Verdict>()
  for (const { op } of run) {
    const known = stored.get(op.opId.toLowerCase())
    if (known && known.hash !== op.hash) throw new RunInterrupted('another content under a known id')
    if (known) verdicts.set(op.opId, repeated(op.opId, known))
  }
  const last = fresh.at(-1)
  if (last) {
    for (const told of await applyAndStore(tx, intake, fresh)) verdicts.set(told.opId, verdictOf([told]))
    await advanceStream(tx, intake.install, stream, { lastSeq: last.op.seq, lastHash: last.op.hash })
  }
  return run.flatMap(({ op }) => verdicts.get(op.opId) ?? [])
}

function continues(head: StreamHead, ops: readonly ValidOp[]): boolean {
  let { lastSeq, lastHash } = head
  for (const { op } of ops) {
    if (op.seq !== lastSeq + 1 || op.prevHash !== lastHash) return false
    lastSeq = op.seq
    lastHash = op.hash
  }
  return true
}

const flagged = (item: ValidOp, flag: string): ValidOp => ({ ...item, flags: [...item.flags, flag] })

async function applyAndStore(tx: Tx, intake: IngestContext, items: readonly ValidOp[]): Promise<StoredVerdict[]> {
  const effects = await applyAll(tx, intake, items)
  const told = items.map((from, index): StoredVerdict => {
    const effect = effects?.[index]
    const { opId } = from.op
    if (!effect) {
      const messageId = from.unfit ?? 'sync.invalid'
      return { from, opId, outcome: 'invalid', messageId, flags: [...from.flags], serverVersion: null }
    }
    const serverVersion = effect.serverVersion ?? null
    return { from, opId, outcome: 'applied', messageId: null, flags: [...effect.flags], serverVersion }
  })
  await storeOps(tx, intake.install, told, intake.nowMs)
  return told
}

/** Applies operations; undefined for unreadable ones, which are stored unapplied. */
async function applyAll(tx: Tx, intake: IngestContext, items: readonly ValidOp[]): Promise<Effect[] | undefined> {
  const command = items[0]?.command
  if (!command) return undefined
  const { deps, school, device } = intake.ctx
  const { nowMs, ctx: mail } = intake
  const context: CommandContext = { schoolId: school.schoolId, device, nowMs, random: deps.random, mail }
  // The kind, the same for all of a run, determines which body belongs to which handler.
  const handler = intake.handlers[command.kind] as CommandHandler<KnownCommand['body']>
  return handler.apply(tx, context, items.map(ingestedOp))
}

const ingestedOp = ({ op, command, flags }: ValidOp): IngestedOp<KnownCommand['body']> => {
  if (!command) throw new TypeError('what cannot be read has no effect')
  const clockOffsetMs = op.clockOffsetMs ?? 0
  const happenedMs = correctedMs(op)
  return { opId: op.opId, actorId: op.actorId, v: op.v, body: command.body, clockOffsetMs, happenedMs, flags }
}

const repeated = (opId: string, stored: StoredOp): Verdict =>
  verdictOf([{ ...stored, opId, outcome: stored.outcome === 'applied' ? 'duplicate' : stored.outcome }])

function verdictOf([told]: readonly Omit<StoredOp, 'hash'>[]): Verdict {
  if (!told) throw new TypeError('no verdict')
  const { opId, outcome, messageId, flags, serverVersion } = told
  return {
    opId,
    outcome,
    flags,
    ...(messageId !== null && { messageId }),
    ...(serverVersion !== null && { serverVersion }),
  }
}

async function idConflict(tx: Tx, { install, nowMs, ctx }: IngestContext, { op, raw }: ValidOp): Promise<Verdict> {
  const outcome = 'id_conflict'
  const messageId = 'sync.id-conflict'
  await setAside(tx, install, [{ opId: op.opId, outcome, messageId, hash: op.hash, raw }], {
    nowMs,
    random: ctx.deps.random,
  })
  return { opId: op.opId, outcome, messageId }
}
