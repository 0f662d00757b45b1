import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { bankLines, decideBankLine, importStatement } from '#shared/fees/bank/bank-line.contract.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { decideLine, readLines } from './bank-line.service.ts'
import { bookMatched, storeStatement } from './import-statement.service.ts'

export const bankLineRoutes: Feature = () => [
  route.session(importStatement, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    const stored = await ctx.tenant((tx) => storeStatement(tx, feeActor(ctx), asked))
    await bookMatched({ deps: ctx.deps, school: ctx.school })
    return stored
  }),
  route.session(bankLines, async (ctx, { lineState }) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant((tx) => readLines(tx, ctx.school.schoolId, lineState))
  }),
  route.session(decideBankLine, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => ({ line: await decideLine(tx, feeActor(ctx), asked) }))
  }),
]
