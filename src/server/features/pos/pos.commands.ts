import type { CommandHandler, CommandHandlers, Effect, TakenOp } from '#server/features/sync/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { enterSales } from './sale-effect.ts'
import { closeShift, moveCash, openShift } from './shift-effects.ts'
import { atTill, type TillContext } from './till-context.ts'
import { voidSale } from './void-effect.ts'

const oneByOne = <B>(effect: (tx: Tx, ctx: TillContext, op: TakenOp<B>) => Promise<Effect>): CommandHandler<B> => ({
  inRuns: false,
  apply: async (tx, ctx, ops) => {
    const effects: Effect[] = []
    for (const op of ops) effects.push(await effect(tx, atTill(ctx), op))
    return effects
  },
})

/** What the till's operations do here. The names are for ever. */
export const posCommands: Pick<CommandHandlers, `pos.${string}` & keyof CommandHandlers> = {
  'pos.openShift': oneByOne(openShift),
  'pos.sale': { inRuns: true, apply: (tx, ctx, ops) => enterSales(tx, atTill(ctx), ops) },
  'pos.voidSale': oneByOne(voidSale),
  'pos.moveCash': oneByOne(moveCash),
  'pos.closeShift': oneByOne(closeShift),
}
