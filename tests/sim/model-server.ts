import type { DeviceId } from '#shared/kernel/ids.ts'
import { type MessageId, statusOf } from '#shared/kernel/refusals.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { pullSnapshot } from '#shared/pos/snapshot.contract.ts'
import { type CommandVersions, commandVersions } from '#shared/sync/command-kinds.ts'
import { signatureWindowMs } from '#shared/sync/device.contract.ts'
import type { ServerState } from '#shared/sync/server-state.contract.ts'
import { type PushReply, pushOps, syncProtocol, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import {
  acceptHole,
  alertAbout,
  emptyState,
  headKey,
  type Intake,
  type ModelState,
  passFence,
  takeIn,
} from './model-intake.ts'
import type { Caller, PreviousInstall, ServerAnswer, SimServer, Truth } from './world/sim-server.ts'

const headers = { [syncProtocolHeader]: String(syncProtocol), 'content-type': 'application/json' }

export const refusalText = (messageId: MessageId, more: object = {}) =>
  JSON.stringify({ success: false, messageId, message: '', ...more })

const refusal = (messageId: MessageId, more: object = {}): ServerAnswer => ({
  status: statusOf[messageId],
  headers,
  text: refusalText(messageId, more),
})

const answer = (body: unknown): ServerAnswer => ({ status: 200, headers, text: JSON.stringify(body) })

/** What a simulator may do to the model besides asking it. */
export interface ModelServer extends SimServer {
  /** Puts what it knows aside, to come back to. */
  backUp(): void
  /** Comes back from the last backup; false when there is none. */
  restore(): boolean
  dropBackup(): void
  /** Which operations' effects fail for the time being. */
  isFailing: (opId: string) => boolean
  /** Which kinds it takes in, up to which version: an older server knows less. */
  known: CommandVersions
  truth(): Truth
  state(): ModelState
}

const generationNo = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

/**
 * A model of the server, fast enough for a million operations: the same envelope, fences, streams, chains, verdicts, holes,
 * custody and alerts, with a ledger of accounts and no tables. That it says what the real one says is a property of its own.
 */
export function openModelServer(nowMs: () => number): ModelServer {
  let state = emptyState()
  let backup: ModelState | undefined
  const says: ServerState = { generation: generationNo(1), backedUpThrough: null }
  let generations = 1
  const devices = new Map<string, { isRevoked: boolean }>()
  const admit = ({ deviceId, signedAtMs }: Caller): ServerAnswer | undefined => {
    const device = devices.get(deviceId)
    if (!device) return refusal('device.unknown')
    if (Math.abs(signedAtMs - nowMs()) > signatureWindowMs) {
      return refusal('device.clock', { serverTime: toInstant(nowMs()) })
    }
    return device.isRevoked ? refusal('device.revoked') : undefined
  }
  const server: ModelServer = {
    isFailing: () => false,
    known: commandVersions,
    handle: (caller, path, text) => {
      const refused = admit(caller)
      if (refused) return refused
      if (path === pullSnapshot.path) return answer({ ...pageOf(state, caller.deviceId, nowMs(), text), server: says })
      if (Buffer.byteLength(text) > (pushOps.bodyLimit ?? 0)) return refusal('request.too-large')
      const { isFailing, known } = server
      return receive(state, caller.deviceId, { nowMs: nowMs(), text, isFailing, known })
    },
    pair: (deviceId, former) => {
      devices.set(deviceId, { isRevoked: false })
      if (former) noteLoss(state, former)
    },
    revoke: (deviceId, isRevoked) => void devices.set(deviceId, { isRevoked }),
    truth: () => truthOf(state),
    state: () => state,
    backUp: () => {
      backup = structuredClone(state)
      says.backedUpThrough = toInstant(nowMs())
    },
    dropBackup: () => {
      backup = undefined
      says.backedUpThrough = null
    },
    restore: () => {
      if (!backup) return false
      state = structuredClone(backup)
      generations += 1
      says.generation = generationNo(generations)
      return true
    },
  }
  return server
}

interface Request {
  nowMs: number
  text: string
  isFailing(opId: string): boolean
  known: CommandVersions
}

function receive(state: ModelState, deviceId: DeviceId, { nowMs, text, isFailing, known }: Request): ServerAnswer {
  const json = parse(text)
  if (json === undefined) return refusal('request.not-json')
  const parsed = pushOps.body.safeParse(json)
  if (!parsed.success) return refusal('request.invalid')
  const batch = parsed.data
  if (batch.protocol !== syncProtocol) return refusal('sync.upgrade-needed')
  if (batch.deviceId !== deviceId) return refusal('sync.forbidden')
  const { batchId, installEpoch, fence } = batch
  if (fence.epoch > 2 ** 31 - 1 || fence.no > 2 ** 31 - 1) return refusal('request.invalid')
  const intake: Intake = { state, deviceId, installEpoch, nowMs, isFailing, known }
  if (!passFence(intake, batch)) return refusal('sync.replayed')
  for (const hole of batch.holes) acceptHole(intake, hole)
  const results = takeIn(intake, batch.ops)
  const received = receivedBy(state, deviceId, installEpoch)
  const reply: PushReply = { batchId, serverTime: toInstant(nowMs), minProtocol: syncProtocol, results, received }
  return answer(reply)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function receivedBy(state: ModelState, deviceId: string, installEpoch: string): Record<string, number> {
  const prefix = headKey(deviceId, installEpoch, '')
  const own = [...state.heads].filter(([key]) => key.startsWith(prefix))
  return Object.fromEntries(own.map(([key, { lastSeq }]) => [key.slice(prefix.length), lastSeq]))
}

/** What a simulated page fetches: the accounts, and how far this life has been received. */
export interface SimPage {
  serverTime: string
  serverVersion: number
  received: Record<string, number>
  balances: { customerId: string; balance: number }[]
  server: ServerState
}

function pageOf(state: ModelState, deviceId: string, nowMs: number, text: string): Omit<SimPage, 'server'> {
  const { installEpoch } = JSON.parse(text) as { installEpoch: string }
  return {
    serverTime: toInstant(nowMs),
    serverVersion: state.ledger.version,
    received: receivedBy(state, deviceId, installEpoch),
    balances: [...state.ledger.balances].map(([customerId, balance]) => ({ customerId, balance })),
  }
}

function noteLoss(state: ModelState, { deviceId, installEpoch, nextSeq }: PreviousInstall): void {
  const head = headKey(deviceId, installEpoch, `till/${deviceId}`)
  const from = (state.heads.get(head)?.lastSeq ?? 0) + 1
  if (from < nextSeq) alertAbout(state, 'lost-operations', { deviceId, head, from, to: nextSeq - 1 })
}

function truthOf({ ops, ledger, alerts, asides }: ModelState): Truth {
  const lost = [...asides.values()].flatMap(({ outcome, hole }) => (outcome === 'lost' && hole ? [hole] : []))
  const known = [...ops.values()].map((op) => {
    const installEpoch = op.install.slice(op.install.indexOf(' ') + 1)
    return [op.opId, { ...op, installEpoch }] as const
  })
  return { ops: new Map(known), balances: ledger.balances, alerts: [...alerts.values()], lost, effects: ledger.effects }
}
