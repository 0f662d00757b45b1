import type {
  CommandContext,
  CommandHandler,
  CommandHandlers,
  Effect,
  IngestedOp,
} from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { decideFace } from './decide.ts'
import { enrol } from './enrol.ts'
import { recordAttendance } from './record-attendance.ts'

const oneByOne = <B>(
  effect: (tx: Tx, ctx: CommandContext, op: IngestedOp<B>) => Promise<Effect>,
): CommandHandler<B> => ({
  inRuns: false,
  apply: async (tx, ctx, ops) => {
    const effects: Effect[] = []
    for (const op of ops) effects.push(await effect(tx, ctx, op))
    return effects
  },
})

/** Handlers of devices' face commands. The names are permanent. */
export const faceCommands: Pick<CommandHandlers, `face.${string}` & keyof CommandHandlers> = {
  'face.enrol': oneByOne(enrol),
  'face.decide': oneByOne(decideFace),
  'face.attend': oneByOne(recordAttendance),
}
