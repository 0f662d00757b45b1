import type {
  CommandContext,
  CommandHandlers,
  Effect,
  IngestedOp,
} from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentDecision } from '#shared/consents/consent.contract.ts'
import type { ConsentEffect } from './consent-effect.service.ts'
import { decide } from './decide.ts'

/** Handler of a guardian's decision. Its name is permanent. */
export const consentCommands = (effects: readonly ConsentEffect[]): Pick<CommandHandlers, 'consent.decide'> => ({
  'consent.decide': {
    inRuns: false,
    apply: async (tx: Tx, ctx: CommandContext, ops: readonly IngestedOp<ConsentDecision>[]) => {
      const done: Effect[] = []
      for (const op of ops) done.push(await decide(tx, ctx, op, effects))
      return done
    },
  },
})
