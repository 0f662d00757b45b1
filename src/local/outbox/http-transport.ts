// chunk: sender
import type { Contact } from '#local/device/contact.ts'
import type { DeviceIdentity } from '#local/device/identity.ts'
import type { RawAnswer, SignedSend } from '#local/device/signed-send.ts'
import { parseJson } from '#local/kernel/json.ts'
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { Refusal } from '#shared/kernel/endpoint.ts'
import { isMessageId, type MessageId } from '#shared/kernel/errors.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { type Clock, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { type Operation, pushOps, syncProtocol, syncProtocolHeader } from '#shared/sync/sync.contract.ts'
import type { ClockOffset } from './clock-offset.ts'
import type { Exchange, Transport } from './outbox.types.ts'

export interface HttpTransportParts {
  send: SignedSend
  identity: Pick<DeviceIdentity, 'deviceId' | 'installEpoch'>
  clock: Clock
  random: Random
  offset: ClockOffset
  appVersion: string
  contact: Contact
  /** Opens the body of a sealed operation; only devices that hold such operations need it. */
  unseal?(sealed: unknown): Promise<unknown>
}

/** Only fields of the contract leave the device; delivery state stays local. */
const toOperation = async (op: StoredOp, unseal: HttpTransportParts['unseal']): Promise<Operation> => ({
  opId: op.opId,
  stream: op.stream,
  seq: op.seq,
  prevHash: op.prevHash,
  kind: op.kind,
  v: op.v,
  body: op.isSealed ? await unseal?.(op.body) : op.body,
  actorId: op.actorId,
  wallAt: op.wallAt,
  monoMs: op.monoMs,
  bootId: op.bootId,
  clockOffsetMs: op.clockOffsetMs,
  hash: op.hash,
})

/**
 * Creates the transport to `POST /sync/ops`. An answer counts only with status 200, JSON, our protocol header and our batch id.
 */
export const openHttpTransport =
  (parts: HttpTransportParts): Transport =>
  async ({ ops, holes, tails, fence }) => {
    const { clock, random, identity, offset } = parts
    const sentMs = clock.nowMs()
    const batchId = uuidv7(sentMs, random)
    const body = {
      protocol: syncProtocol,
      batchId,
      deviceId: identity.deviceId,
      installEpoch: identity.installEpoch,
      fence,
      sentAt: toInstant(sentMs),
      appVersion: parts.appVersion,
      ops: await Promise.all(ops.map((op) => toOperation(op, parts.unseal))),
      holes,
      tails,
    }
    let answer: RawAnswer
    try {
      answer = await parts.send(pushOps.path, body)
    } catch (error) {
      parts.contact.lost()
      return { kind: 'unreachable', retryAfterMs: null, why: (error as Error).name }
    }
    const exchange = judge(answer, batchId)
    const serverMs = serverTimeOf(exchange)
    if (serverMs !== null) offset.measured(sentMs, clock.nowMs(), serverMs)
    // A refusal refreshes nothing: prices, accounts and the list of operators keep their age.
    if (exchange.kind === 'answer') parts.contact.reached(clock.nowMs())
    else if (exchange.kind !== 'superseded') parts.contact.lost()
    return exchange
  }

const unreachable = (why: string, retryAfterMs: number | null = null): Exchange => ({
  kind: 'unreachable',
  retryAfterMs,
  why,
})

function judge(answer: RawAnswer, batchId: string): Exchange {
  if (answer.headers.get(syncProtocolHeader) !== String(syncProtocol)) return judgeForeign(answer.status)
  const json = parseJson(answer.text)
  if (answer.status === 200) {
    const reply = pushOps.reply.safeParse(json)
    if (!reply.success || reply.data.batchId !== batchId) return unreachable('not our answer')
    return { kind: 'answer', reply: reply.data }
  }
  return judgeRefusal(answer, json)
}

/** Statuses of a proxy that rejects the size or bytes of a request. */
const proxyRefusals = new Set([400, 413, 422, 431])

const judgeForeign = (status: number): Exchange =>
  proxyRefusals.has(status)
    ? { kind: 'refused', status, messageId: status === 413 ? 'request.too-large' : 'L000', ours: false }
    : unreachable(`foreign ${status}`)

/** Statuses that mean "later", whatever the reason. */
const passing = new Set([408, 425, 429])

function judgeRefusal({ status, headers }: RawAnswer, json: unknown): Exchange {
  const refusal = Refusal.safeParse(json)
  const id = refusal.success ? refusal.data.messageId : undefined
  const messageId: MessageId = isMessageId(id) ? id : 'L000'
  const serverTime = refusal.success ? refusal.data.serverTime : undefined
  if (status >= 500 || passing.has(status))
    return unreachable(id ?? String(status), retryAfterOf(headers, refusal.data))
  switch (status) {
    case 401:
      return { kind: 'unproven', messageId, serverTimeMs: serverTime === undefined ? null : fromInstant(serverTime) }
    case 403:
      return { kind: 'barred', messageId }
    case 409:
      return { kind: 'superseded' }
    case 426:
      return { kind: 'outdated' }
    default:
      return status >= 400 ? { kind: 'refused', status, messageId, ours: true } : unreachable(String(status))
  }
}

function retryAfterOf(headers: Headers, refusal: Refusal | undefined): number | null {
  if (refusal?.retryAfterMs !== undefined) return refusal.retryAfterMs
  const seconds = Number(headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null
}

const serverTimeOf = (exchange: Exchange): number | null => {
  if (exchange.kind === 'answer') return fromInstant(exchange.reply.serverTime)
  return exchange.kind === 'unproven' ? exchange.serverTimeMs : null
}
