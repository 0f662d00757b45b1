import type { Sender } from '#server/http/context.ts'
import { type CommandBody, commands } from '#shared/commands.ts'
import { maxOpBytes, operationHash } from '#shared/kernel/chain.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { dayMs, fromInstant, minuteMs } from '#shared/kernel/time.ts'
import { type CommandKind, type CommandVersions, isCommandKind, isCommandOfStream } from '#shared/sync/command-kinds.ts'
import { Operation } from '#shared/sync/sync.contract.ts'
import { maxInt } from './received.service.ts'

/** Members that some command marks as never stored. */
const everyName: ReadonlySet<string> = new Set(
  Object.values(commands).flatMap((spec) => ('unjournalled' in spec ? spec.unjournalled : [])),
)

/**
 * Returns the part of an operation that is stored, in the log or in quarantine: everything but the members its command consumes.
 * For an unknown kind the members of all commands are removed, at any depth. Its hash is that of the whole. `text` is its JSON, in which
 * almost no operation names such a member.
 */
function journalled(raw: unknown, text: string): unknown {
  const kind = isRecord(raw) ? raw.kind : undefined
  const names = typeof kind === 'string' && isCommandKind(kind) ? namesOf(kind) : everyName
  const isNamed = [...names].some((name) => text.includes(`"${name}"`))
  return isNamed ? without(raw, names) : raw
}

function namesOf(kind: keyof typeof commands): ReadonlySet<string> {
  const spec = commands[kind]
  return new Set('unjournalled' in spec ? spec.unjournalled : [])
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function without(value: unknown, names: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => without(each, names))
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([name]) => !names.has(name))
  return Object.fromEntries(kept.map(([name, each]) => [name, without(each, names)]))
}

/** Command known to the server, with a valid body. */
export type KnownCommand = { [K in CommandKind]: { kind: K; body: CommandBody<K> } }[CommandKind]

/** Operation with correct number, link and hash: it takes its place in its stream, whatever its body says. */
export interface ValidOp {
  readonly sound: true
  readonly op: Operation
  /** Operation as received, for the log; without members that must not be stored. */
  readonly raw: unknown
  /** Undefined when it cannot be read. */
  readonly command: KnownCommand | undefined
  /** True if this server is too old for its kind or version: it waits for a newer one, since its meaning is unknown here. */
  readonly isAhead: boolean
  /** Why its effect refused it for ever; absent unless it did. */
  readonly unfit?: MessageId
  readonly flags: readonly string[]
}

/** Untrusted operation, not even its number: quarantined for a person. */
export interface InvalidOp {
  readonly sound: false
  readonly opId: string
  readonly outcome: 'invalid' | 'forbidden'
  readonly messageId: MessageId
  readonly hash: string
  readonly raw: unknown
}

export type CheckedOp = ValidOp | InvalidOp

/** Time a device's corrected clock may be ahead of the server before it is flagged. */
const aheadMs = 2 * minuteMs
/** Time it may be behind: nothing waits on a device for longer than a school year. */
const behindMs = 366 * dayMs

/** Returns when an operation was saved: the device's clock with the offset it had measured. */
export const correctedMs = (op: Pick<Operation, 'wallAt' | 'clockOffsetMs'>): number =>
  fromInstant(op.wallAt) + (op.clockOffsetMs ?? 0)

/**
 * Checks one operation by itself. Unsound: over the size, of unknown shape, with a hash that does not match its content, of a
 * stream not this sender's own, or of a kind not allowed in it. `known` lists the kinds this server ingests, up to which version.
 */
export function checkOp(
  raw: unknown,
  sender: Pick<Sender, 'kind' | 'deviceId'>,
  nowMs: number,
  known: CommandVersions,
): CheckedOp {
  const text = JSON.stringify(raw) ?? 'null'
  const unsound = (outcome: InvalidOp['outcome'], messageId: MessageId): InvalidOp => {
    return { sound: false, opId: opIdOf(raw), outcome, messageId, hash: sha256Hex(text), raw: journalled(raw, text) }
  }
  if (isTooLong(text)) return unsound('invalid', 'request.too-large')
  const parsed = Operation.safeParse(raw)
  if (!parsed.success || !hasOwnHash(parsed.data)) return unsound('invalid', 'sync.invalid')
  const op = parsed.data
  if (op.seq > maxInt || op.v > maxInt) return unsound('invalid', 'sync.invalid')
  if (!isOwnStream(op.stream, sender) || !isCommandOfStream(op.kind, op.stream)) {
    return unsound('forbidden', 'sync.forbidden')
  }
  const savedMs = correctedMs(op)
  const isOff = savedMs > nowMs + aheadMs || savedMs < nowMs - behindMs
  const flags = isOff ? ['clock-skew'] : []
  const upTo = Object.hasOwn(known, op.kind) ? known[op.kind] : undefined
  const isAhead = upTo === undefined || op.v > upTo
  return { sound: true, op, raw: journalled(raw, text), command: isAhead ? undefined : readCommand(op), isAhead, flags }
}

/** Returns whether a sender may write a stream: a device its till's or its kiosk's, an anonymous sender that of its forms. */
export const isOwnStream = (stream: string, { kind, deviceId }: Pick<Sender, 'kind' | 'deviceId'>): boolean =>
  kind === 'visitor' ? stream === `form/${deviceId}` : stream === `till/${deviceId}` || stream === `kiosk/${deviceId}`

/** Counts bytes only where the number of characters is inconclusive. */
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

/** Returns the id, only to name it in the answer. */
function opIdOf(raw: unknown): string {
  const id = typeof raw === 'object' && raw !== null && 'opId' in raw ? raw.opId : ''
  return typeof id === 'string' ? id.slice(0, 100) : ''
}
