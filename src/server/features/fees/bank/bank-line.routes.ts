import { and, count, desc, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { bankImports, resumeBankImport, stopBankImport } from '#shared/fees/bank/bank-import.contract.ts'
import {
  type BankLineState,
  bankLines,
  bankLineTransfers,
  decideBankLine,
  importStatement,
} from '#shared/fees/bank/bank-line.contract.ts'
import { zero } from '#shared/kernel/money.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { latestImports, setImport } from './bank-import.service.ts'
import { decideLine, lineViews, transfersOfLine } from './bank-line.service.ts'
import { feeBankLines } from './fee-bank.table.ts'
import { bookMatched, storeStatement } from './import-statement.service.ts'

const pageSize = 100

/** Outgoing money is not listed. */
const cameIn = gt(feeBankLines.amount, zero)

type Asked = z.output<typeof bankLines.body>

/** Lines that hold a text, or whose payer does. */
function holds(text: string): SQL {
  const like = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(${feeBankLines.text} ilike ${like} or ${feeBankLines.reference} ilike ${like} or exists (
    select 1 from fee_payers f where f.school_id = ${feeBankLines.schoolId} and f.id = ${feeBankLines.payerId}
      and (f.name_latin ilike ${like} or f.name_arabic ilike ${like} or f.code ilike ${like})))`
}

/** Lists a page of the lines of a state, the latest first, with how many there are of each state. */
async function readLines(
  tx: Tx,
  schoolId: string,
  { lineState, text, account, after }: Asked,
): Promise<z.input<typeof bankLines.reply>> {
  const ofSchool = and(eq(feeBankLines.schoolId, schoolId), cameIn)
  const rows = await tx
    .select()
    .from(feeBankLines)
    .where(
      and(
        ofSchool,
        eq(feeBankLines.state, lineState),
        text === '' ? undefined : holds(text),
        account === '' ? undefined : eq(feeBankLines.account, account),
        after === undefined
          ? undefined
          : sql`(${feeBankLines.bookedOn}, ${feeBankLines.id}) < (
              select l.booked_on, l.id from fee_bank_lines l where l.school_id = ${schoolId} and l.id = ${after})`,
      ),
    )
    .orderBy(desc(feeBankLines.bookedOn), desc(feeBankLines.id))
    .limit(pageSize + 1)
  const counted = await tx
    .select({ state: feeBankLines.state, lines: count() })
    .from(feeBankLines)
    .where(ofSchool)
    .groupBy(feeBankLines.state)
  const of = (name: BankLineState) => counted.find((each) => each.state === name)?.lines ?? 0
  const counts = { matched: of('matched'), doubtful: of('doubtful'), ignored: of('ignored') }
  const page = rows.slice(0, pageSize)
  const next = rows.length > pageSize ? (page.at(-1)?.id ?? null) : null
  return { lines: await lineViews(tx, schoolId, page), next, counts }
}

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
