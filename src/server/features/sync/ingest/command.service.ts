import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Sender } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CommandBody } from '#shared/commands.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'
import type { CommandKind } from '#shared/sync/command-kinds.ts'

/** Context of an effect. All anomalies of an operation itself are in its `flags`. */
export interface CommandContext {
  readonly schoolId: string
  readonly device: Sender
  readonly nowMs: number
  readonly random: Random
  /** For emails caused by an operation, queued in its own transaction. */
  readonly mail: MailCtx
}

/** Operation with a sound envelope and the right number in its stream. */
export interface IngestedOp<B> {
  readonly opId: string
  readonly actorId: UserId | null
  /** Version of the body as the device wrote it. */
  readonly v: number
  readonly body: B
  /** Server time − device time as last measured by the device; 0 when it never was. */
  readonly clockOffsetMs: number
  /** When it was saved, by the device's clock with that offset: milliseconds since 1970. */
  readonly happenedMs: number
  /** Anomalies of the envelope: `broken-chain`, `clock-skew`, `late`. */
  readonly flags: readonly string[]
}

/** Result of an operation. `flags` include those of the operation; `serverVersion` is set when versioned rows changed. */
export interface Effect {
  readonly flags: readonly string[]
  readonly serverVersion?: number
}

/**
 * Operation that can never be applied: it is stored unapplied, and its device is told why. Other RangeErrors count as one without a
 * reason of its own.
 */
export class UnfitOperation extends RangeError {
  override name = 'UnfitOperation'
  readonly messageId: MessageId

  constructor(messageId: MessageId, message: string) {
    super(message)
    this.messageId = messageId
  }
}

/**
 * Applies an operation to the server's tables, inside the transaction that also stores it. A fact is never refused for business
 * reasons: anomalies become flags. An error means that this server cannot ingest it now.
 */
export interface CommandHandler<B> {
  /** True when `apply` accepts several operations of one stream at once, with the same result as one by one. */
  readonly inRuns: boolean
  /** Applies operations. @returns one effect per operation, in order */
  apply(tx: Tx, ctx: CommandContext, ops: readonly IngestedOp<B>[]): Promise<Effect[]>
}

/** Handlers for every existing command: a command without one does not compile. */
export type CommandHandlers = { readonly [K in CommandKind]: CommandHandler<CommandBody<K>> }
