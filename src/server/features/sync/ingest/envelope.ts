import type { Sender } from '#server/http/context.ts'
import { type CommandBody, commands } from '#shared/commands.ts'
import { maxOpBytes, operationHash } from '#shared/kernel/chain.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { fromInstant, minuteMs } from '#shared/kernel/time.ts'
import { type CommandKind, type CommandVersions, isCommandOfStream } from '#shared/sync/command-kinds.ts'
import { Operation } from '#shared/sync/sync.contract.ts'
import { journalled } from './journal.ts'
import { maxInt } from './received.service.ts'

/** A command the server knows, with a body that fits it. */
export type KnownCommand = { [K in CommandKind]: { kind: K; body: CommandBody<K> } }[CommandKind]

/** Number, link and hash are right, so it takes its place in its stream, whatever it says. */
export interface SoundOp {
  readonly sound: true
  readonly op: Operation
  /** As it came, for the log; without what must not be written down. */
  readonly raw: unknown
  /** Undefined for what cannot be read. */
  readonly command: KnownCommand | undefined
  /** Of a kind or version that this server is too old for: it waits for a newer one, for nobody here can tell what it means. */
  readonly isAhead: boolean
  readonly flags: readonly string[]
}

/** Nothing it says can be believed, not even its number: kept aside for a person. */
export interface UnsoundOp {
  readonly sound: false
  readonly opId: string
  readonly outcome: 'invalid' | 'forbidden'
  readonly messageId: MessageId
  readonly hash: string
  readonly raw: unknown
}

export type JudgedOp = SoundOp | UnsoundOp

/** How far ahead of the server a device's corrected clock may be before staff should look. */
const aheadMs = 2 * minuteMs

/**
 * Judges one operation by itself. Unsound: over the size, of no known shape, with another hash than its content, or of a
 * stream that is not this sender's own, or of a kind that does not belong into it. `known` tells which kinds this server takes in, and up to which version.
 */
export function judgeOp(
  raw: unknown,
  sender: Pick<Sender, 'kind' | 'deviceId'>,
  nowMs: number,
  known: CommandVersions,
): JudgedOp {
  const text = JSON.stringify(raw) ?? 'null'
  const unsound = (outcome: UnsoundOp['outcome'], messageId: MessageId): UnsoundOp => {
    return { sound: false, opId: opIdOf(raw), outcome, messageId, hash: sha256Hex(text), raw: journalled(raw) }
  }
  if (isTooLong(text)) return unsound('invalid', 'request.too-large')
  const parsed = Operation.safeParse(raw)
  if (!parsed.success || !hasOwnHash(parsed.data)) return unsound('invalid', 'sync.invalid')
  const op = parsed.data
  if (op.seq > maxInt || op.v > maxInt) return unsound('invalid', 'sync.invalid')
  if (!isOwnStream(op.stream, sender) || !isCommandOfStream(op.kind, op.stream)) {
    return unsound('forbidden', 'sync.forbidden')
  }
  const correctedMs = fromInstant(op.wallAt) + (op.clockOffsetMs ?? 0)
  const flags = correctedMs > nowMs + aheadMs ? ['clock-skew'] : []
  const upTo = Object.hasOwn(known, op.kind) ? known[op.kind] : undefined
  const isAhead = upTo === undefined || op.v > upTo
  return { sound: true, op, raw: journalled(raw), command: isAhead ? undefined : readCommand(op), isAhead, flags }
}

/** The streams that a sender may write: a device its till's or its kiosk's, a visitor that of its forms. */
export const isOwnStream = (stream: string, { kind, deviceId }: Pick<Sender, 'kind' | 'deviceId'>): boolean =>
  kind === 'visitor' ? stream === `form/${deviceId}` : stream === `till/${deviceId}` || stream === `kiosk/${deviceId}`

/** Bytes are counted only where the number of characters leaves it open. */
const isTooLong = (text: string): boolean =>
  text.length > maxOpBytes || (text.length * 3 > maxOpBytes && new TextEncoder().encode(text).length > maxOpBytes)

function hasOwnHash(op: Operation): boolean {
  try {
    return operationHash(op) === op.hash
  } catch {
    return false
  }
}

function readCommand(op: Operation): KnownCommand | undefined {
  const kind = op.kind as CommandKind
  const body = commands[kind].body.safeParse(op.body)
  return body.success ? ({ kind, body: body.data } as KnownCommand) : undefined
}

/** Only to name it in the answer. */
function opIdOf(raw: unknown): string {
  const id = typeof raw === 'object' && raw !== null && 'opId' in raw ? raw.opId : ''
  return typeof id === 'string' ? id.slice(0, 100) : ''
}
