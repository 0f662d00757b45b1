import { checkOp, type ValidOp } from '#server/features/sync/ingest/envelope.ts'
import { chainStart } from '#shared/kernel/chain.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { CommandVersions } from '#shared/sync/command-kinds.ts'
import type { Batch, Hole, Tail, Verdict } from '#shared/sync/sync.contract.ts'
import { applyTo, type Ledger, openLedger } from './model-ledger.ts'

interface StoredVerdict {
  hash: string
  outcome: 'applied' | 'invalid'
  messageId?: string
  flags: string[]
  serverVersion?: number
}

/** One operation as the model stored it. */
export interface IngestedOp extends StoredVerdict {
  opId: string
  install: string
  stream: string
  seq: number
  actorId: string | null
  kind: string
  body: unknown
}

interface Aside {
  opId: string
  outcome: string
  hash: string
  /** Of a hole: which numbers it stands for. */
  hole?: { install: string; stream: string; from: number; to: number }
}

interface Install {
  deviceId: string
  fence: Batch['fence']
  tails: Record<string, Tail>
  /** When it called last, so that the newest life is known. */
  seenMs: number
}

/** All that the model of the server knows; plain data, so that a backup is a copy. */
export interface ModelState {
  installs: Map<string, Install>
  heads: Map<string, { lastSeq: number; lastHash: string }>
  ops: Map<string, IngestedOp>
  /** The same by place in the stream. */
  places: Map<string, string>
  asides: Map<string, Aside>
  /** What staff were told, by what it is about: about the same they hear once. */
  alerts: Map<string, { deviceId: string; kind: string; count: number }>
  ledger: Ledger
}

export const emptyState = (): ModelState => ({
  installs: new Map(),
  heads: new Map(),
  ops: new Map(),
  places: new Map(),
  asides: new Map(),
  alerts: new Map(),
  ledger: openLedger(),
})

export interface Intake {
  state: ModelState
  deviceId: DeviceId
  installEpoch: string
  nowMs: number
  /** Whether the effect of an operation fails this time, through no fault of its own. */
  isFailing(opId: string): boolean
  /** What this server takes in: what is newer has to wait. */
  known: CommandVersions
}

/** Tells staff about numbers of one stream of one life. */
export function alertAbout(
  state: ModelState,
  kind: string,
  { deviceId, head, from, to }: { deviceId: string; head: string; from: number; to: number },
): void {
  const key = `${kind} ${head} ${from}`
  if (!state.alerts.has(key)) state.alerts.set(key, { deviceId, kind, count: to - from + 1 })
}

const installKey = ({ deviceId, installEpoch }: Intake) => `${deviceId} ${installEpoch}`
export const headKey = (deviceId: string, installEpoch: string, stream: string) =>
  `${deviceId} ${installEpoch} ${stream}`
/** Where a stream stands; one that is new begins with the first word about it. */
function headOf({ state, deviceId, installEpoch }: Intake, stream: string) {
  const key = headKey(deviceId, installEpoch, stream)
  const head = state.heads.get(key) ?? { lastSeq: 0, lastHash: chainStart }
  state.heads.set(key, head)
  return head
}
const advance = (intake: Intake, stream: string, lastSeq: number, lastHash: string) =>
  intake.state.heads.set(headKey(intake.deviceId, intake.installEpoch, stream), { lastSeq, lastHash })
const seatCategoryKey = (intake: Intake, stream: string, seq: number) =>
  `${headKey(intake.deviceId, intake.installEpoch, stream)} ${seq}`

/** False when the batch lies below the highest fence seen in this life of the device. */
export function passFence(intake: Intake, { fence, tails }: Batch): boolean {
  const { state, deviceId } = intake
  const known = state.installs.get(installKey(intake))
  if (known) {
    const { epoch, no } = known.fence
    if (fence.epoch < epoch || (fence.epoch === epoch && fence.no <= no)) return false
  }
  if (!known) alertAboutFormerLife(intake)
  state.installs.set(installKey(intake), { deviceId, fence, tails, seenMs: intake.nowMs })
  return true
}

function alertAboutFormerLife({ state, deviceId }: Intake): void {
  const lives = [...state.installs].filter(([, install]) => install.deviceId === deviceId)
  const [last] = lives.sort(([x, a], [y, b]) => b.seenMs - a.seenMs || (x < y ? 1 : -1))
  if (!last) return
  const [key, { tails }] = last
  for (const [stream, { nextSeq }] of Object.entries(tails)) {
    const head = `${key} ${stream}`
    const from = (state.heads.get(head)?.lastSeq ?? 0) + 1
    const to = Math.min(nextSeq - 1, 2 ** 31 - 1)
    if (from <= to) alertAbout(state, 'lost-operations', { deviceId, head, from, to })
  }
}

export function acceptHole(intake: Intake, hole: Hole): void {
  const { state, deviceId, installEpoch } = intake
  const own = hole.stream === `till/${deviceId}` || hole.stream === `kiosk/${deviceId}`
  if (!own || hole.to < hole.from || hole.to > 2 ** 31 - 1) return
  const { lastSeq } = headOf(intake, hole.stream)
  if (hole.from > lastSeq + 1) return
  if (hole.closed) {
    const opId = hole.opIds[0] ?? `${hole.stream}#${hole.from}`
    setAside(intake, { opId, outcome: 'closed', hash: sha256Hex(`closed ${hole.lastHash}`) })
  }
  if (hole.to <= lastSeq) return
  const from = lastSeq + 1
  setAside(intake, {
    opId: `${hole.stream}#${from}-${hole.to}`,
    outcome: hole.reason,
    hash: sha256Hex(`${installEpoch} ${hole.lastHash}`),
    hole: { install: installKey(intake), stream: hole.stream, from, to: hole.to },
  })
  const kind = hole.reason === 'lost' ? 'lost-operations' : 'withheld-operations'
  alertAbout(state, kind, { deviceId, head: headKey(deviceId, installEpoch, hole.stream), from, to: hole.to })
  advance(intake, hole.stream, hole.to, hole.lastHash)
}

function setAside({ state, deviceId }: Intake, aside: Aside): void {
  const key = `${deviceId} ${aside.opId} ${aside.hash}`
  if (!state.asides.has(key)) state.asides.set(key, aside)
}

const fillsHole = (intake: Intake, stream: string, seq: number): boolean =>
  !intake.state.places.has(seatCategoryKey(intake, stream, seq)) &&
  [...intake.state.asides.values()].some(
    ({ hole }) => hole?.install === installKey(intake) && hole.stream === stream && seq >= hole.from && seq <= hole.to,
  )

/** One verdict for each operation, in their order. */
export function takeIn(intake: Intake, raws: readonly unknown[]): Verdict[] {
  const waiting = new Map<string, number>()
  return raws.map((raw): Verdict => {
    const judged = checkOp(raw, { kind: 'device', deviceId: intake.deviceId }, intake.nowMs, intake.known)
    if (!judged.sound) {
      const { opId, outcome, messageId, hash } = judged
      setAside(intake, { opId, outcome, hash })
      return { opId, outcome, messageId }
    }
    const { opId, stream, seq } = judged.op
    const expectedSeq = waiting.get(stream)
    if (expectedSeq !== undefined && seq > expectedSeq) return gap(opId, expectedSeq)
    const verdict = takeOne(intake, judged)
    if (verdict.expectedSeq === undefined) waiting.delete(stream)
    else waiting.set(stream, verdict.expectedSeq)
    return verdict
  })
}

const gap = (opId: string, expectedSeq: number): Verdict => ({
  opId,
  outcome: 'gap',
  messageId: 'sync.gap',
  expectedSeq,
})

function takeOne(intake: Intake, item: ValidOp): Verdict {
  const { op, command } = item
  const { state } = intake
  const head = headOf(intake, op.stream)
  const stored = state.ops.get(op.opId.toLowerCase())
  if (stored) return stored.hash === op.hash ? repeated(op.opId, stored) : idConflict(intake, item)
  if (op.seq > head.lastSeq + 1) return gap(op.opId, head.lastSeq + 1)
  const isLate = op.seq <= head.lastSeq
  if (isLate && !fillsHole(intake, op.stream, op.seq)) return idConflict(intake, item)
  if (item.isAhead) return { opId: op.opId, outcome: 'deferred', messageId: 'sync.server-older' }
  if (command && intake.isFailing(op.opId)) {
    setAside(intake, { opId: op.opId, outcome: 'rejected', hash: op.hash })
    const place = { deviceId: intake.deviceId, head: headKey(intake.deviceId, intake.installEpoch, op.stream) }
    alertAbout(state, 'stuck-operations', { ...place, from: op.seq, to: op.seq })
    return { opId: op.opId, outcome: 'deferred', messageId: 'server.failed' }
  }
  const flags = [...item.flags]
  if (isLate) flags.push('late')
  else if (op.prevHash !== head.lastHash) {
    flags.push('broken-chain')
    state.alerts.set(`broken ${state.alerts.size}`, { deviceId: intake.deviceId, kind: 'broken-chain', count: 1 })
  }
  const { opId, stream, seq, actorId, kind, body } = op
  const taken = { opId, install: installKey(intake), stream, seq, actorId, kind, body }
  const serverVersion = command && applyTo(state.ledger, op.opId, command)
  const verdict: StoredVerdict = command
    ? { hash: op.hash, outcome: 'applied', flags, ...(serverVersion !== undefined && { serverVersion }) }
    : { hash: op.hash, outcome: 'invalid', flags, messageId: 'sync.invalid' }
  state.ops.set(op.opId.toLowerCase(), { ...taken, ...verdict })
  state.places.set(seatCategoryKey(intake, op.stream, op.seq), op.opId)
  if (!isLate) advance(intake, op.stream, op.seq, op.hash)
  return verdictOf(op.opId, verdict)
}

function repeated(opId: string, stored: StoredVerdict): Verdict {
  return { ...verdictOf(opId, stored), outcome: stored.outcome === 'applied' ? 'duplicate' : stored.outcome }
}

const verdictOf = (opId: string, { outcome, flags, messageId, serverVersion }: StoredVerdict): Verdict => ({
  opId,
  outcome,
  flags,
  ...(messageId !== undefined && { messageId }),
  ...(serverVersion !== undefined && { serverVersion }),
})

function idConflict(intake: Intake, { op }: ValidOp): Verdict {
  setAside(intake, { opId: op.opId, outcome: 'id_conflict', hash: op.hash })
  return { opId: op.opId, outcome: 'id_conflict', messageId: 'sync.id-conflict' }
}
