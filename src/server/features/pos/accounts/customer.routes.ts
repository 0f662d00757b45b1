import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import {
  accountHolders,
  accountStatement,
  balanceExport,
  giveCard,
  setEntitlement,
} from '#shared/pos/pupil-account.contract.ts'
import { exportBalances } from './balance-export.service.ts'
import { replaceCard } from '../cards/card-history.service.ts'
import { setSchoolAllowance } from './school-allowance.service.ts'
import { listHolders, readHolder, readStatement } from './statement.service.ts'

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
