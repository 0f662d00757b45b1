import { and, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { sum } from '#shared/kernel/money.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import {
  accountSiblings,
  decideAccountMoney,
  moveAccountMoney,
  waitingAccountMoney,
} from '#shared/pos/account-money.contract.ts'
import {
  accountSummary,
  accountSummaryExport,
  accountSummaryTotals,
  type SummaryFilter,
  type SummaryRow,
  setAccountLimits,
} from '#shared/pos/account-summary.contract.ts'
import { takeDeskTopUp } from '#shared/pos/top-ups/desk-top-up.contract.ts'
import { accountMovements } from '../accounts/account-money.table.ts'
import { readHolder, readStatement } from '../accounts/statement.service.ts'
import { setLimits } from './limits.service.ts'
import { takeTopUp } from './desk-top-up.service.ts'
import { book, type BookAccountCash, type MoneyNeeds, moveMoney } from './move-money.service.ts'
import { listWaiting, readMovement } from './read-money.service.ts'
import { summaryPage, summaryTotals } from './summary.service.ts'
import { siblingAccounts } from './siblings.service.ts'

const pageRows = 5000

/** Exports the summary of all accounts of the filter. A purchase is what the account itself paid of it. */
const exportSummary = (ctx: SessionCtx, filter: SummaryFilter, how: ExportHow<'accountSummary'>): Promise<FileReply> =>
  exportList(ctx, 'accountSummary', how, {
    pages: (tx) => allRows(tx, ctx.school.schoolId, filter),
    cells: (row, voice) => ({
      admissionNo: row.admissionNo,
      nameEn: row.name.en,
      nameAr: row.name.ar,
      class: row.className,
      state: voice.text(`export.holder.${row.active ? 'active' : 'left'}`),
      opening: row.opening,
      topUps: row.topUps,
      purchases: sum([row.purchases, row.covered]),
      adjustments: row.adjustments,
      transfers: row.transfers,
      payouts: row.payouts,
      closing: row.closing,
    }),
  })

async function* allRows(tx: Tx, schoolId: string, filter: SummaryFilter): AsyncGenerator<readonly SummaryRow[]> {
  let after: string | undefined
  do {
    const page = await summaryPage(tx, { schoolId, filter, after, limit: pageRows })
    yield page.rows
    after = page.next ?? undefined
  } while (after !== undefined)
}

/**
 * Approves a waiting movement, which books it, or refuses it. Nobody approves what they asked for; everybody may withdraw it.
 * @throws AppError access.denied, student.needs-another, request.not-found, account.decided, account.too-little, account.changed
 */
async function decideMoney(
  tx: Tx,
  ctx: SessionCtx,
  { movementId, isApproved }: { movementId: string; isApproved: boolean },
  bookCash: BookAccountCash,
): Promise<void> {
  const { userId } = ctx.session.user
  const { schoolId } = ctx.school
  const isThis = and(eq(accountMovements.schoolId, schoolId), eq(accountMovements.id, movementId))
  const [row] = await tx.select().from(accountMovements).where(isThis).for('update')
  if (!row) throw new AppError('request.not-found', { field: 'movementId' })
  const isOwn = row.askedBy === userId
  if (!isOwn || isApproved) requirePermission(ctx.session, 'accounts.approve')
  if (isOwn && isApproved) throw new AppError('student.needs-another')
  if (row.state !== 'waiting') throw new AppError('account.decided')
  const state = isApproved ? 'booked' : 'refused'
  const no = isApproved ? await book(tx, ctx, row, bookCash) : null
  await tx
    .update(accountMovements)
    .set({ state, no, decidedBy: userId, decidedAt: toInstant(ctx.deps.clock.nowMs()) })
    .where(isThis)
  const facts = { kind: row.kind, state }
  await recordAuditEvent(tx, ctx, 'account-money-decided', { about: row.customerId, facts })
}

const readerOf = ({ school: { schoolId }, session: { user } }: SessionCtx) => ({ schoolId, userId: user.userId })

/** Calls for the money on accounts at the desk. */
export const accountMoneyRoutes =
  (needs: MoneyNeeds): Feature =>
  ({ clock }) => [
    route.session(moveAccountMoney, (ctx, asked) => {
      requirePermission(ctx.session, 'accounts.move')
      return ctx.tenant(async (tx) => {
        const id = await moveMoney(tx, ctx, asked, needs)
        return { movement: await readMovement(tx, readerOf(ctx), id) }
      })
    }),
    route.session(takeDeskTopUp, (ctx, taken) => {
      requirePermission(ctx.session, 'accounts.move')
      return ctx.tenant(async (tx) => {
        const id = await takeTopUp(tx, ctx, taken, needs.bookCash)
        return { movement: await readMovement(tx, readerOf(ctx), id) }
      })
    }),
    route.session(decideAccountMoney, (ctx, decision) => {
      requirePermission(ctx.session, 'accounts.move')
      return ctx.tenant(async (tx) => {
        await decideMoney(tx, ctx, decision, needs.bookCash)
        return { movement: await readMovement(tx, readerOf(ctx), decision.movementId) }
      })
    }),
    route.session(waitingAccountMoney, (ctx) => {
      requirePermission(ctx.session, 'accounts.see')
      return ctx.tenant(async (tx) => ({ movements: await listWaiting(tx, readerOf(ctx)) }))
    }),
    route.session(accountSiblings, (ctx, { customerId }) => {
      requirePermission(ctx.session, 'accounts.see')
      return ctx.tenant(async (tx) => {
        const { schoolId } = ctx.school
        await readHolder(tx, schoolId, customerId)
        return { siblings: await siblingAccounts(tx, schoolId, customerId, needs.siblings) }
      })
    }),
    route.session(accountSummary, (ctx, { after, ...filter }) => {
      requirePermission(ctx.session, 'accounts.see')
      return ctx.tenant((tx) => summaryPage(tx, { schoolId: ctx.school.schoolId, filter, after }))
    }),
    route.session(accountSummaryTotals, (ctx, filter) => {
      requirePermission(ctx.session, 'accounts.see')
      return ctx.tenant((tx) => summaryTotals(tx, { schoolId: ctx.school.schoolId, filter }))
    }),
    route.session(accountSummaryExport, (ctx, { filter, ...how }) => {
      requirePermission(ctx.session, 'accounts.see')
      return exportSummary(ctx, filter, how)
    }),
    route.session(setAccountLimits, (ctx, change) => {
      requirePermission(ctx.session, 'accounts.move')
      return ctx.tenant(async (tx) => {
        await setLimits(tx, ctx, change)
        const { kind, roles } = ctx.session
        const reader = { nowMs: clock.nowMs(), seesStudents: hasScopedPermission(kind, roles, 'students.see') }
        return { statement: await readStatement(tx, ctx.school.schoolId, change.customerId, reader) }
      })
    }),
  ]
