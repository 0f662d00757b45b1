import type {
  CommandHandler,
  CommandHandlers,
  Effect,
  IngestedOp,
} from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { PaymentProofs } from './sales/payment-proof.service.ts'
import { dropCart } from './sales/dropped-cart-effect.ts'
import { exchangeSale } from './sales/exchange-effect.ts'
import { refundSale } from './sales/refund-effect.ts'
import { recordSales } from './sales/sale-effect.ts'
import { atTill, type TillContext } from './sales/till-context.ts'
import { voidSale } from './sales/void-effect.ts'
import { recordDrawer } from './shifts/drawer-effect.ts'
import { closeShift, moveCash, openShift } from './shifts/shift-effects.ts'
import { topUpAccount } from './shifts/top-up-effect.ts'

const oneByOne = <B>(effect: (tx: Tx, ctx: TillContext, op: IngestedOp<B>) => Promise<Effect>): CommandHandler<B> => ({
  inRuns: false,
  apply: async (tx, ctx, ops) => {
    const effects: Effect[] = []
    for (const op of ops) effects.push(await effect(tx, atTill(ctx), op))
    return effects
  },
})

type PosCommands = Pick<CommandHandlers, `pos.${string}` & keyof CommandHandlers>

/** Handlers of the till's operations. Their names are permanent. */
export const posCommands = (paymentProofs: PaymentProofs): PosCommands => ({
  'pos.openShift': oneByOne(openShift),
  'pos.sale': { inRuns: true, apply: (tx, ctx, ops) => recordSales(tx, atTill(ctx), ops, paymentProofs) },
  'pos.voidSale': oneByOne(voidSale),
  'pos.moveCash': oneByOne(moveCash),
  'pos.drawer': oneByOne(recordDrawer),
  'pos.topUp': oneByOne(topUpAccount),
  'pos.refund': oneByOne(refundSale),
  'pos.exchange': oneByOne((tx, ctx, op) => exchangeSale(tx, ctx, op, paymentProofs)),
  'pos.dropCart': oneByOne(dropCart),
  'pos.closeShift': oneByOne(closeShift),
})
