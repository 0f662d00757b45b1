import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
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
  setAccountLimits,
} from '#shared/pos/account-summary.contract.ts'
import { readHolder, readStatement } from '../accounts/statement.service.ts'
import { decideMoney } from './decide-money.service.ts'
import { setLimits } from './limits.service.ts'
import { moveMoney } from './move-money.service.ts'
import { listWaiting, readMovement } from './read-money.service.ts'
import { exportSummary } from './summary-export.service.ts'
import { summaryPage, summaryTotals } from './summary.service.ts'
import { type Siblings, siblingAccounts } from './siblings.service.ts'

const readerOf = ({ school: { schoolId }, session: { user } }: SessionCtx) => ({ schoolId, userId: user.userId })

/** Calls for the money on accounts at the desk. */
export const accountMoneyRoutes =
  (siblings: Siblings): Feature =>
  ({ clock }) => [
    route.session(moveAccountMoney, (ctx, asked) => {
      requirePermission(ctx.session, 'accounts.move')
      return ctx.tenant(async (tx) => {
        const id = await moveMoney(tx, ctx, asked, siblings)
        return { movement: await readMovement(tx, readerOf(ctx), id) }
      })
    }),
    route.session(decideAccountMoney, (ctx, decision) => {
      requirePermission(ctx.session, 'accounts.move')
      return ctx.tenant(async (tx) => {
        await decideMoney(tx, ctx, decision)
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
        return { siblings: await siblingAccounts(tx, schoolId, customerId, siblings) }
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
