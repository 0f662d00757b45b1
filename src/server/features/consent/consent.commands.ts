import type { CommandContext, CommandHandlers, Effect, TakenOp } from '#server/features/sync/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentDecision } from '#shared/contract/consent.ts'
import { decide } from './decide.ts'

/** What deciding does here. The name is for ever. */
export const consentCommands: Pick<CommandHandlers, 'consent.decide'> = {
  'consent.decide': {
    inRuns: false,
    apply: async (tx: Tx, ctx: CommandContext, ops: readonly TakenOp<ConsentDecision>[]) => {
      const effects: Effect[] = []
      for (const op of ops) effects.push(await decide(tx, ctx, op))
      return effects
    },
  },
}
