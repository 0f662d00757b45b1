// chunk: till-calls
import { z } from 'zod'
import { endpoint } from '#shared/kernel/endpoint.ts'
import { DeviceId, Instant, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'

export const syncProtocol = 1
/** Answers carry it; an answer without it comes from somebody else on the way (a captive portal, a proxy). */
export const syncProtocolHeader = 'x-sync-protocol'
export const maxBatchOps = 100
export const maxBatchBytes = 256 * 1024

const Hash = z.string().regex(/^[0-9a-f]{64}$/)
/** `till/<device>`, `kiosk/<device>`, `form/<visitor>`, `edit/<entity>`: operations of one stream keep their order. */
export const Stream = z.string().regex(/^(till|kiosk|form|edit)\/[0-9A-Za-z/-]{1,100}$/)

export const Operation = z.object({
  opId: OpId,
  stream: Stream,
  seq: z.int().min(1),
  prevHash: Hash,
  kind: z.string().max(60),
  v: z.int().min(1),
  body: z.unknown(),
  /** Who did it; the device only carries it. */
  actorId: UserId.nullable(),
  wallAt: Instant,
  /** Milliseconds of the monotonic clock of this start of the app (`bootId`): recorded, never used for order. */
  monoMs: z.int(),
  bootId: Uuid,
  /** Server time − device time as last measured; null before the first contact. */
  clockOffsetMs: z.int().nullable(),
  hash: Hash,
})
export type Operation = z.infer<typeof Operation>

/** Per stream: what the device still holds, so that the server knows what it has not received. */
export const Tail = z.object({
  nextSeq: z.int().min(1),
  pending: z.int().min(0),
  oldestAt: Instant.nullable(),
  /** Money in the pending operations, minor units of the school's currency. */
  pendingMinor: z.int(),
})
export type Tail = z.infer<typeof Tail>

/**
 * The fence: `epoch` rises with every new sender on the device, `no` with every batch of that sender. The server accepts
 * only what lies above the highest it has seen, so a stale sender or a replayed batch is refused whole.
 */
export const Fence = z.object({ epoch: z.int().min(1), no: z.int().min(1) })
export type Fence = z.infer<typeof Fence>

/** A person has ended a set-aside operation on the device: it will not come. */
export const HoleClosing = z.object({
  by: UserId,
  at: Instant,
  /** In the person's words; empty when another operation was entered in its place. */
  reason: z.string().max(200),
  correctedBy: OpId.nullable(),
})
export type HoleClosing = z.infer<typeof HoleClosing>

/**
 * Numbers of a stream that the server will not get as operations: set aside because the way there refuses their bytes
 * (`withheld`, the device keeps them for a person), or gone from the device (`lost`). Lets the stream go on behind them.
 */
export const Hole = z.object({
  stream: Stream,
  from: z.int().min(1),
  to: z.int().min(1),
  /** Hash of the operation `to`: the `prevHash` of what follows. */
  lastHash: Hash,
  reason: z.enum(['withheld', 'lost']),
  opIds: z.array(z.string()).max(maxBatchOps),
  /** Only with one number. Also told of a number that was declared, or received and refused, before. */
  closed: HoleClosing.optional(),
})
export type Hole = z.infer<typeof Hole>

export const Batch = z.object({
  /** A number the server does not speak is answered with `sync.upgrade-needed`, not with a parsing error. */
  protocol: z.int().min(1),
  batchId: Uuid,
  deviceId: DeviceId,
  installEpoch: Uuid,
  fence: Fence,
  sentAt: Instant,
  appVersion: z.string().max(60),
  ops: z.array(z.unknown()).max(maxBatchOps),
  /** Applied before the operations. */
  holes: z.array(Hole).max(maxBatchOps).default([]),
  tails: z.record(Stream, Tail),
})
export type Batch = z.infer<typeof Batch>

export const Verdict = z.object({
  opId: z.string(),
  outcome: z.enum([
    'applied',
    'duplicate',
    'rejected',
    'conflict',
    'invalid',
    'id_conflict',
    'gap',
    'deferred',
    'forbidden',
  ]),
  /** The server's version after the effect: the snapshot shows the operation once its cursor has reached it. */
  serverVersion: z.int().optional(),
  /** What staff should look at although the operation counts (`price-differs`, `over-limit` …). */
  flags: z.array(z.string()).optional(),
  messageId: z.string().optional(),
  /** For `gap`: the sequence number the server wants next. */
  expectedSeq: z.int().optional(),
})
export type Verdict = z.infer<typeof Verdict>

export const pushOps = endpoint({
  method: 'post',
  path: '/sync/ops',
  audience: 'sender',
  body: Batch,
  bodyLimit: maxBatchBytes + 16 * 1024,
  reply: z.object({
    batchId: Uuid,
    serverTime: Instant,
    /** Oldest protocol the server still speaks. */
    minProtocol: z.int(),
    results: z.array(Verdict),
    /** Highest sequence number received in order, per stream. */
    received: z.record(z.string(), z.int()),
  }),
})
export type PushReply = z.infer<typeof pushOps.reply>
