// chunk: core
import type { StoredOp } from '#local/storage/outbox-db.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Hole, PushReply, Tail } from '#shared/sync/sync.contract.ts'

/** Operation as a caller submits it; the store adds its identity within the stream. */
export interface OpDraft {
  opId: string
  stream: string
  kind: string
  v: number
  actorId: string | null
  amountMinor: number | null
  label: string | null
  body: unknown
  /** Stored in place of the body, where it must not be readable from this device's storage. */
  sealed?: unknown
  /** What is shown with it on this device and never sent, stored encrypted. */
  beside?: unknown
}

/** Device's state at the moment of the operation. Recorded with each, never used for order. */
export interface Stamp {
  wallAt: string
  monoMs: number
  bootId: string
  clockOffsetMs: number | null
}

/** Highest number the server has received in order, for each stream it knows. */
export type ReceivedSeqs = Readonly<Record<string, number>>

/** What a server says of itself, as this device keeps it. */
export interface KnownServer {
  /** Identity of the server's history: another one after a restore from a copy. */
  readonly generation: string
  /** By the server's clock, the time up to which a verified copy holds what was acknowledged; null without a copy. */
  readonly backedUpThroughMs: number | null
}

/** What a pull has brought for the outbox. */
export interface Pulled {
  readonly received: ReceivedSeqs
  /** Time of the answer by the server's clock. */
  readonly serverMs: number
  /** Absent where the server is older than generations. */
  readonly server?: KnownServer | undefined
  /** Entity tag of the faces and PINs that the server has for this device; absent where it is older than these. */
  readonly galleryEtag?: string | undefined
}

/** Outcome of one operation after an answer or a failure. */
export interface OpUpdate {
  opId: string
  change: Partial<
    Pick<StoredOp, 'state' | 'attempts' | 'nextAtMs' | 'lastError' | 'verdict' | 'serverVersion' | 'ackedAtMs'>
  > &
    Partial<Remains>
}

/** What of an operation's content stays on this device, once the server has said something of it. */
export type Remains = Pick<StoredOp, 'body' | 'beside'>

/** The lease is lost: another sender of this device has a newer epoch. The holder must stop at once. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** The device has no room for the operation, even after caches were dropped: it is NOT saved. */
export class StorageFull extends Error {
  override name = 'StorageFull'
}

/** The device's storage does not answer: the operation is NOT saved. */
export class StorageBroken extends Error {
  override name = 'StorageBroken'
}

export interface OutboxCounts {
  pending: number
  attention: number
  oldestAtMs: number | null
  pendingMinor: number
}

/** Result of one exchange with the server. */
export type Exchange =
  /** `remains`: by operation, the content that stands in place of the stored one from now on. */
  | { kind: 'answer'; reply: PushReply; remains?: ReadonlyMap<string, Remains> }
  /** No trusted answer: network, time-out, 5xx, captive portal, torn body. */
  | { kind: 'unreachable'; retryAfterMs: number | null; why: string }
  /** 401: the device's signature was rejected. `serverTimeMs` when the server sent its time (our clock is off). */
  | { kind: 'unproven'; messageId: MessageId; serverTimeMs: number | null }
  /** 403: this device may not send (revoked). */
  | { kind: 'barred'; messageId: MessageId }
  /** 409: a sender with a newer fence has sent since. */
  | { kind: 'superseded' }
  /** 426: the server no longer supports this build's protocol. */
  | { kind: 'outdated' }
  /** Any other 4xx: something in this batch is refused; by our server (`ours`) or by something on the way. */
  | { kind: 'refused'; status: number; messageId: MessageId; ours: boolean }

export interface BatchContent {
  ops: readonly StoredOp[]
  holes: readonly Hole[]
  tails: Record<string, Tail>
  fence: { epoch: number; no: number }
}

/** Sends one batch. Never rejects: every failure is a kind of exchange. */
export type Transport = (batch: BatchContent) => Promise<Exchange>
