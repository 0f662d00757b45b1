import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  decideFeeGrant,
  endFeeGrant,
  type FeeGrant,
  feeGrants,
  grantFeeDiscount,
} from '#shared/fees/setup/fee-discount.contract.ts'
import {
  addGuardianAsPayer,
  feePayersOfStudent,
  findFeePayers,
  saveFeePayer,
  setFeeShares,
} from '#shared/fees/setup/fee-payer.contract.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { feeChildren, goneChild } from '../fee-student.service.ts'
import { discountRulesOf } from './discount-rule.service.ts'
import { feeBy } from './fee-by-context.ts'
import { addGrant, decideGrant, endGrant, grantsOf } from './grant.service.ts'
import { changePayer, payerView, searchPayers } from './payer.service.ts'
import { addGuardianPayer, payersOfStudent, setShares } from './share.service.ts'

/** Returns grants with the amount that holds, their children, and the names of their rules and of who decided. */
async function grantViews(tx: Tx, schoolId: string, studentId: string | undefined): Promise<FeeGrant[]> {
  const rows = await grantsOf(tx, schoolId, studentId)
  const rules = new Map((await discountRulesOf(tx, schoolId)).map((rule) => [rule.id, rule]))
  const ids = rows.flatMap(({ byUser, decidedBy }) => (decidedBy ? [byUser, decidedBy] : [byUser]))
  const people = await findPeople(tx, schoolId, ids)
  const children = await feeChildren(
    tx,
    schoolId,
    rows.map((row) => row.studentId),
  )
  return rows.map(({ schoolId: _school, ...row }) => ({
    ...row,
    child: children.get(row.studentId) ?? goneChild(row.studentId),
    ownAmount: row.ownAmount ?? rules.get(row.ruleId)?.amounts[0] ?? null,
    ruleName: rules.get(row.ruleId)?.name ?? { en: '', ar: '' },
    byName: people.get(row.byUser)?.name ?? null,
    decidedName: (row.decidedBy && people.get(row.decidedBy)?.name) || null,
  }))
}

/** Whether the person bills or sets up fees, and so may see numbers of identity. */
const seesIds = ({ session: { kind, roles } }: SessionCtx): boolean =>
  hasScopedPermission(kind, roles, 'fees.setup') || hasScopedPermission(kind, roles, 'fees.bill')

export const feePayerRoutes: Feature = () => [
  route.session(feePayersOfStudent, (ctx, { studentId }) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant((tx) => payersOfStudent(tx, feeBy(ctx), studentId, seesIds(ctx)))
  }),
  route.session(findFeePayers, (ctx, { text }) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant(async (tx) => {
      const found = await searchPayers(tx, ctx.school.schoolId, text)
      return { payers: found.map((row) => payerView(row, seesIds(ctx))) }
    })
  }),
  route.session(saveFeePayer, (ctx, { payer: values, seen }) => {
    requirePermission(ctx.session, 'fees.setup')
    return ctx.tenant(async (tx) => {
      const { revision, code, isNew } = await changePayer(tx, feeBy(ctx), { values, seen })
      const facts = { kind: values.kind, isNew }
      if (revision !== seen) await recordAuditEvent(tx, ctx, 'fee-payer-set', { about: null, facts })
      return { revision, code }
    })
  }),
  route.session(addGuardianAsPayer, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.setup')
    return ctx.tenant(async (tx) => {
      const payerId = await addGuardianPayer(tx, feeBy(ctx), asked)
      const facts = { kind: 'person', isNew: true }
      await recordAuditEvent(tx, ctx, 'fee-payer-set', { about: null, facts })
      return { payerId }
    })
  }),
  route.session(setFeeShares, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.setup')
    return ctx.tenant(async (tx) => {
      const facts = { count: asked.shares.length }
      if (await setShares(tx, feeBy(ctx), asked))
        await recordAuditEvent(tx, ctx, 'fee-shares-set', { about: asked.studentId, facts })
      return {}
    })
  }),
  ...grantRoutes(),
]

const grantRoutes = () => [
  route.session(feeGrants, (ctx, { studentId }) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant(async (tx) => ({ grants: await grantViews(tx, ctx.school.schoolId, studentId) }))
  }),
  route.session(grantFeeDiscount, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.discount')
    return ctx.tenant(async (tx) => {
      const { state, isNew } = await addGrant(tx, feeBy(ctx), asked)
      const event = { about: asked.studentId, facts: { state } }
      if (isNew) await recordAuditEvent(tx, ctx, 'fee-grant-made', event)
      return { state }
    })
  }),
  route.session(decideFeeGrant, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.approve')
    return ctx.tenant(async (tx) => {
      const { studentId, state } = await decideGrant(tx, feeBy(ctx), asked)
      await recordAuditEvent(tx, ctx, 'fee-grant-decided', { about: studentId, facts: { state } })
      return {}
    })
  }),
  route.session(endFeeGrant, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.discount')
    return ctx.tenant(async (tx) => {
      const { studentId, state } = await endGrant(tx, feeBy(ctx), asked)
      await recordAuditEvent(tx, ctx, 'fee-grant-ended', { about: studentId, facts: { state } })
      return {}
    })
  }),
]
