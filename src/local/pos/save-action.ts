// chunk: device
import { type DeviceIdentity, streamOf } from '#local/device/identity.ts'
import type { Surroundings } from '#local/kernel/ports.ts'
import { storableText } from '#local/kernel/storable-text.ts'
import { type Appender, append, type BuildDraft } from '#local/outbox/append.ts'
import { keepFromCounter } from '#local/outbox/link.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type CommandKind, commandVersions } from '#shared/sync/command-kinds.ts'
import type { Actor } from './till-inputs.types.ts'
import type { TillMemory } from './till-memory.ts'

export interface ActionParts {
  appender: Appender
  identity: DeviceIdentity
  memory: TillMemory
  surroundings: Surroundings
  inContact(): boolean
  /** Called once an action is durable, before its promise resolves. */
  onSaved(): Promise<void>
  /** Called when another window has opened or closed a shift: it may have died before it could report. */
  catchUp(): Promise<void>
}

export type Numbers = Record<string, number>

interface Built<B> {
  body: B
  counters?: Numbers
  amountMinor?: number
  label?: string
}

/**
 * Saves one action in one durable write; the operation it `corrects` is discarded in the same one.
 * @throws AppError pos.shift-open, pos.shift-required, outbox.not-set-aside; StorageFull, StorageBroken
 */
export async function save<B>(
  parts: ActionParts,
  kind: CommandKind,
  opId: string,
  actor: Actor,
  make: (id: string, numbers: Numbers, seq: number) => Built<B>,
  corrects?: string,
): Promise<B> {
  const stream = streamOf(parts.identity)
  const openedAt = parts.memory.history.openedAtSeq ?? 0
  let isBehind = false
  const makeDraft: BuildDraft = (numbers, seq) => {
    // In the same transaction, because another tab may have opened or closed a shift unnoticed by this one.
    if ((numbers[keepFromCounter] ?? openedAt) !== openedAt) {
      isBehind = true
      throw new AppError(openedAt === 0 ? 'pos.shift-open' : 'pos.shift-required')
    }
    const { body, counters = numbers, amountMinor = null, label = null } = make(opId, numbers, seq)
    const draft = {
      opId,
      stream,
      kind,
      v: commandVersions[kind],
      actorId: actor.userId,
      amountMinor,
      label,
      body: storableText(body),
    }
    return { draft, counters }
  }
  const closes = corrects === undefined ? undefined : { opId: corrects, by: actor.userId }
  const op = await append(parts.appender, stream, opId, makeDraft, closes).catch(async (error: unknown) => {
    if (isBehind) await parts.catchUp()
    throw error
  })
  await parts.onSaved()
  return op.body as B
}
