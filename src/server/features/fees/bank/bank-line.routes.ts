import { describeFailure } from '#server/http/describe-failure.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { bankImports, resumeBankImport, stopBankImport } from '#shared/fees/bank/bank-import.contract.ts'
import { bankLines, bankLineTransfers, decideBankLine, importStatement } from '#shared/fees/bank/bank-line.contract.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { latestImports, setImport } from './bank-import.service.ts'
import { decideLine, transfersOfLine } from './bank-line.service.ts'
import { bookMatched, storeStatement } from './import-statement.service.ts'
import { readLines } from './read-lines.service.ts'

/** Books matched lines after the call is answered: how far it is appears with the imports. */
function continueBooking({ deps, school }: SessionCtx): void {
  bookMatched({ deps, school }).catch((error: unknown) =>
    deps.log.error(describeFailure(error), 'bank lines can not be booked now'),
  )
}

export const bankLineRoutes: Feature = () => [
  route.session(importStatement, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    const stored = await ctx.tenant((tx) => storeStatement(tx, feeActor(ctx), asked))
    continueBooking(ctx)
    return stored
  }),
  route.session(bankLines, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant((tx) => readLines(tx, ctx.school.schoolId, asked))
  }),
  route.session(decideBankLine, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => ({ line: await decideLine(tx, feeActor(ctx), asked) }))
  }),
  route.session(bankLineTransfers, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant((tx) => transfersOfLine(tx, ctx.school.schoolId, asked))
  }),
  route.session(bankImports, async (ctx) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant((tx) => latestImports(tx, ctx.school.schoolId))
  }),
  route.session(stopBankImport, async (ctx, { importId }) => {
    requirePermission(ctx.session, 'fees.receive')
    return ctx.tenant(async (tx) => ({ import: await setImport(tx, feeActor(ctx), importId, 'stopped') }))
  }),
  route.session(resumeBankImport, async (ctx, { importId }) => {
    requirePermission(ctx.session, 'fees.receive')
    const answer = await ctx.tenant(async (tx) => ({ import: await setImport(tx, feeActor(ctx), importId, 'running') }))
    continueBooking(ctx)
    return answer
  }),
]
