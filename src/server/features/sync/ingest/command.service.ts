import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Sender } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CommandBody } from '#shared/commands.ts'
import type { Random, UserId } from '#shared/kernel/ids.ts'
import type { CommandKind } from '#shared/sync/command-kinds.ts'

/** What an effect may know of where it runs. All that is odd about an operation itself is in its `flags`. */
export interface CommandContext {
  readonly schoolId: string
  readonly device: Sender
  readonly nowMs: number
  readonly random: Random
  /** For mails that an operation causes, queued in its own transaction. */
  readonly mail: MailCtx
}

/** An operation whose envelope is sound and whose place in its stream is right. */
export interface TakenOp<B> {
  readonly opId: string
  readonly actorId: UserId | null
  readonly body: B
  /** Server time − device time as the device last measured it; 0 when it never did. */
  readonly clockOffsetMs: number
  /** What was odd about the envelope: `broken-chain`, `clock-skew`, `late`. */
  readonly flags: readonly string[]
}

/** What an operation came to. `flags` with those of the operation; `serverVersion` when rows with a version changed. */
export interface Effect {
  readonly flags: readonly string[]
  readonly serverVersion?: number
}

/**
 * What an operation does to the server's tables, inside the transaction that also stores it. A fact is never refused for
 * business reasons: what is odd becomes a flag. An error means that this server can't take it in now.
 */
export interface CommandHandler<B> {
  /** True when `apply` takes several operations of one stream at once, to the same end as one after the other. */
  readonly inRuns: boolean
  /** @returns one effect per operation, in order */
  apply(tx: Tx, ctx: CommandContext, ops: readonly TakenOp<B>[]): Promise<Effect[]>
}

/** One handler for every command there is: a command without one does not compile. */
export type CommandHandlers = { readonly [K in CommandKind]: CommandHandler<CommandBody<K>> }
