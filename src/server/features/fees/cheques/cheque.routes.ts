import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { feeChequeEvents, feeCheques, moveCheque, receiveCheque } from '#shared/fees/cheques/cheque.contract.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { bounceFeeOf } from './bounce-fee.service.ts'
import { chequeView, readChequeEvents, readCheques } from './cheque-read.service.ts'
import { stepCheque, takeCheque } from './cheque.service.ts'

export const chequeRoutes: Feature = () => [
  route.session(receiveCheque, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => {
      const { id } = await takeCheque(tx, feeActor(ctx), asked)
      return { cheque: await chequeView(tx, ctx.school.schoolId, id) }
    })
  }),
  route.session(moveCheque, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => {
      await stepCheque(tx, feeActor(ctx), asked)
      return { cheque: await chequeView(tx, ctx.school.schoolId, asked.chequeId) }
    })
  }),
  route.session(feeCheques, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant(async (tx) => {
      const fee = await bounceFeeOf(tx, feeActor(ctx))
      const bounceFee = fee && { component: { code: fee.component.code, name: fee.component.name }, amount: fee.amount }
      return { ...(await readCheques(tx, feeActor(ctx), asked)), bounceFee: bounceFee ?? null }
    })
  }),
  route.session(feeChequeEvents, async (ctx, { chequeId }) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant(async (tx) => ({ events: await readChequeEvents(tx, ctx.school.schoolId, chequeId) }))
  }),
]
