import { and, desc, eq, sql } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual, FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type CustomerId, type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { searchWords } from '#shared/kernel/text/search.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import type { Entitlement } from '#shared/pos/entitlement.contract.ts'
import { holdersFound } from '#shared/pos/holders-found.rules.ts'
import {
  accountHolders,
  accountStatement,
  balanceExport,
  giveCard,
  setEntitlement,
} from '#shared/pos/pupil-account.contract.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { lockAccounts } from './account.service.ts'
import { replaceCard } from '../cards/card-history.service.ts'
import { accountBalances, entitlements } from './customer.table.ts'
import { listHolders, readHolder, readStatement, schoolDay } from './statement.service.ts'

/** Each page is sorted separately. */
const sortedPage = 10_000

interface BalanceRow extends Record<string, unknown> {
  id: string
  admissionNo: string
  name: Bilingual
  className: string
  active: boolean
  /** Minor units. */
  balance: number | string
}

/** Exports current balances as a file; no list contains the school allowance. */
const exportBalances = (ctx: SessionCtx, { text }: { text: string }, how: ExportHow<'balances'>): Promise<FileReply> =>
  exportList(ctx, 'balances', how, {
    pages: (tx) => balancesFound(tx, ctx.school.schoolId, text),
    cells: ({ admissionNo, name, className, active, balance }, voice) => ({
      admissionNo,
      nameEn: name.en,
      nameAr: name.ar,
      class: className,
      state: voice.text(`export.holder.${active ? 'active' : 'left'}`),
      balance: Number(balance),
    }),
  })

/** Yields the balances of all customers matching the screen's search, page by page, regardless of rank. */
async function* balancesFound(tx: Tx, schoolId: string, text: string): AsyncGenerator<readonly BalanceRow[]> {
  const isSearched = searchWords(text).length > 0
  const read = (last: BalanceRow | undefined, limit: number) => readBalances(tx, schoolId, { isSearched, last, limit })
  for await (const page of allPages(read, sortedPage)) yield holdersFound(page, text)
}

interface PageQuery {
  /** Only a search includes people who have left. */
  isSearched: boolean
  last: BalanceRow | undefined
  limit: number
}

async function readBalances(
  tx: Tx,
  schoolId: string,
  { isSearched, last, limit }: PageQuery,
): Promise<readonly BalanceRow[]> {
  const after = last
    ? sql`(c.class_name, c.admission_no, c.id) > (${last.className}, ${last.admissionNo}, ${last.id}::uuid)`
    : sql`true`
  const { rows } = await tx.execute<BalanceRow>(sql`
    select c.id, c.admission_no as "admissionNo", c.name, c.class_name as "className", c.active,
      coalesce(b.balance, 0) as balance
    from customers c left join account_balances b on b.school_id = c.school_id and b.customer_id = c.id
    where c.school_id = ${schoolId} and ${isSearched ? sql`true` : sql`c.active`} and ${after}
    order by c.class_name, c.admission_no, c.id limit ${limit}`)
  return rows
}

interface Saying {
  schoolId: string
  nowMs: number
  random: Random
}

/**
 * Sets the school allowance of a pupil from a day on. Runs under the lock that sales take, so that each sale sees the old or the
 * new one; the account gets a new version for devices. Repeating it changes nothing. @throws AppError request.not-found,
 * request.invalid
 */
async function setSchoolAllowance(
  tx: Tx,
  { schoolId, nowMs, random }: Saying,
  { customerId, entitlement }: { customerId: CustomerId; entitlement: Entitlement },
  by: UserId,
): Promise<void> {
  await readHolder(tx, schoolId, customerId)
  const { amount, from: fromDay, until: untilDay } = entitlement
  const weekdays = [...new Set(entitlement.weekdays)].sort((a, b) => a - b)
  // A past day keeps the allowance it was counted with.
  if (fromDay < (await schoolDay(tx, schoolId, nowMs))) throw new AppError('request.invalid', { field: 'from' })
  if (untilDay !== null && untilDay < fromDay) throw new AppError('request.invalid', { field: 'until' })
  if (amount > 0 && weekdays.length === 0) throw new AppError('request.invalid', { field: 'weekdays' })
  await lockAccounts(tx, schoolId, new Set([customerId]))
  const [last] = await tx
    .select()
    .from(entitlements)
    .where(and(eq(entitlements.schoolId, schoolId), eq(entitlements.customerId, customerId)))
    .orderBy(desc(entitlements.no))
    .limit(1)
  const said = [amount, weekdays, fromDay, untilDay]
  if (last && JSON.stringify([last.amount, last.weekdays, last.fromDay, last.untilDay]) === JSON.stringify(said)) return
  const at = toInstant(nowMs)
  const row = {
    schoolId,
    id: uuidv7(nowMs, random),
    customerId,
    no: (last?.no ?? 0) + 1,
    amount,
    weekdays,
    fromDay,
    untilDay,
  }
  await tx.insert(entitlements).values({ ...row, by, at })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx
    .update(accountBalances)
    .set({ version })
    .where(and(eq(accountBalances.schoolId, schoolId), eq(accountBalances.customerId, customerId)))
}

/** Checks the permission, then runs `work` in one transaction. */
function withRight<T>(ctx: SessionCtx, right: Permission, work: (tx: Tx, schoolId: string) => Promise<T>): Promise<T> {
  requirePermission(ctx.session, right)
  return ctx.tenant((tx) => work(tx, ctx.school.schoolId))
}

/** Returns the reader of a statement, and the time. */
const seerOf = ({ session: { kind, roles } }: SessionCtx, nowMs: number) => ({
  nowMs,
  seesStudents: hasScopedPermission(kind, roles, 'students.see'),
})

export const customerRoutes: Feature = ({ clock, random }) => [
  route.session(accountHolders, (ctx) =>
    withRight(ctx, 'accounts.see', async (tx, schoolId) => ({ holders: await listHolders(tx, schoolId) })),
  ),
  route.session(balanceExport, (ctx, { filter, ...how }) => {
    requirePermission(ctx.session, 'accounts.see')
    return exportBalances(ctx, filter, how)
  }),
  route.session(accountStatement, (ctx, { customerId }) =>
    withRight(ctx, 'accounts.see', async (tx, schoolId) => ({
      statement: await readStatement(tx, schoolId, customerId, seerOf(ctx, clock.nowMs())),
    })),
  ),
  route.session(setEntitlement, (ctx, said) =>
    withRight(ctx, 'accounts.see', async (tx, schoolId) => {
      const nowMs = clock.nowMs()
      await setSchoolAllowance(tx, { schoolId, nowMs, random }, said, ctx.session.user.userId)
      return { statement: await readStatement(tx, schoolId, said.customerId, seerOf(ctx, nowMs)) }
    }),
  ),
  route.session(giveCard, (ctx, { customerId }) =>
    withRight(ctx, 'accounts.see', async (tx, schoolId) => {
      const by = { schoolId, nowMs: clock.nowMs(), random, byUser: ctx.session.user.userId }
      await replaceCard(tx, by, customerId)
      await recordAuditEvent(tx, ctx, 'pupil-card-given', { about: customerId, facts: { count: 1 } })
      return { holder: await readHolder(tx, schoolId, customerId) }
    }),
  ),
]
