import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { previewLeaving, settleLeaving, undoLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { issueInvoices } from '../billing/issue-invoice.service.ts'
import type { PlannedInvoice } from '../billing/planned-invoice.types.ts'
import { requireClaim } from '../claims/claim-read.service.ts'
import { end, endsOf } from '../claims/claim.service.ts'
import { issueCredit } from '../documents/credit-note.service.ts'
import { requireDocument } from '../documents/document-read.service.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import { type FeeStaff, feeActor } from '../ledger/fee-actor.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { lockPayers } from '../payments/lock-payer.service.ts'
import { feeLeavingEnds, feeLeavings } from './fee-leaving.table.ts'
import { readLeaving } from './leaving.service.ts'
import { type LeaverDeposits, makeLeaving } from './settle-leaving.service.ts'

type LeavingRow = typeof feeLeavings.$inferSelect

/**
 * Undoes a settled leaving: refunds that nobody has decided are refused, and what its credit notes took back is billed again where
 * that is asked for. The invoice for discounts that fell away is credited, and a seat deposit that is owed and not refunded is the child's
 * again. @throws AppError request.not-found, student.needs-another
 */
async function endLeaving(
  tx: Tx,
  by: FeeStaff,
  asked: z.output<typeof undoLeaving.body>,
  deposits: Pick<LeaverDeposits, 'takeBack'>,
): Promise<void> {
  const { schoolId, userId: byUser, nowMs } = by
  const { leavingId, undoReason: reason, isBilledAgain } = asked
  const isThis = and(eq(feeLeavings.schoolId, schoolId), eq(feeLeavings.id, leavingId))
  const [leaving] = await tx.select().from(feeLeavings).where(isThis)
  if (!leaving) throw new AppError('request.not-found', { field: 'leavingId' })
  if (leaving.byUser === byUser) throw new AppError('student.needs-another')
  const { studentId } = leaving
  await lockFeeStudents(tx, schoolId, [studentId])
  await lockPayers(
    tx,
    schoolId,
    leaving.result.payers.map(({ payerId }) => payerId),
  )
  await refuseWaiting(tx, by, leaving)
  const invoices = isBilledAgain ? await creditedLines(tx, by, leaving) : []
  const notes = await creditDiscountsBack(tx, by, leaving, reason)
  const issued = await issueInvoices(tx, by, { runId: null, pupils: [{ studentId, invoices }] })
  await deposits.takeBack(tx, studentId)
  const documentIds = [...notes, ...issued]
  const row = { schoolId, leavingId, studentId, reason, documentIds, byUser, at: toInstant(nowMs) }
  const kept = await tx.insert(feeLeavingEnds).values(row).onConflictDoNothing().returning()
  if (kept.length === 0) throw new AppError('request.not-found', { field: 'leavingId' })
  const facts = { count: documentIds.length }
  await recordAuditEvent(tx, by.audit, 'fee-leaving-undone', { about: studentId, by: byUser, facts })
}

/** Refuses the refunds of a leaving that nobody has decided; one that was approved goes its way. */
async function refuseWaiting(tx: Tx, by: FeeStaff, { schoolId, claimIds }: LeavingRow): Promise<void> {
  for (const id of claimIds) {
    const claim = await requireClaim(tx, schoolId, id)
    if ((await endsOf(tx, claim)).length > 0) continue
    await end(tx, by, claim, { kind: 'refused' })
    const facts = { kind: claim.kind, state: 'refused' }
    await recordAuditEvent(tx, by.audit, 'fee-claim-decided', { about: claim.studentId, by: by.userId, facts })
  }
}

/** Credits what the invoices of a leaving asked back of discounts. @returns the ids of the notes */
async function creditDiscountsBack(tx: Tx, by: FeeStaff, leaving: LeavingRow, reason: string): Promise<string[]> {
  const { schoolId, studentId, documentIds } = leaving
  const items = await openItems(tx, schoolId, { studentId })
  const notes: string[] = []
  for (const documentId of documentIds) {
    const lines = items
      .filter((item) => item.documentId === documentId)
      .map(({ chargeId, total, credited, writtenOff }) => ({ chargeId, amount: minor(total - credited - writtenOff) }))
      .filter(({ amount }) => amount > 0)
    if (lines.length === 0) continue
    const opId = uuidv7(by.nowMs, by.random)
    notes.push((await issueCredit(tx, by, { opId, documentId, lines, reason })).id)
  }
  return notes
}

/** Returns what the credit notes of a leaving took back as invoices, one for each payer, due as the items were, today at the earliest. */
async function creditedLines(tx: Tx, by: FeeStaff, leaving: LeavingRow): Promise<PlannedInvoice[]> {
  const { schoolId, studentId, documentIds } = leaving
  const items = await openItems(tx, schoolId, { studentId })
  const lines: (PlannedInvoice['lines'][number] & { payerId: string })[] = []
  // Notes of several invoices may take back the same part: each gets a version of its own.
  const versions = new Map<string, number>()
  for (const id of documentIds) {
    const document = await requireDocument(tx, schoolId, id)
    for (const line of document.kind === 'credit' ? document.lines : []) {
      const item = items.find(({ chargeId }) => chargeId === line.chargeId)
      if (!item) continue
      const { component, part, payerId, priority, isDeferred } = item
      const same = items.filter((each) => each.component === component && each.part === part && each.year === item.year)
      const key = `${part} ${component} ${item.year}`
      const version = (versions.get(key) ?? Math.max(...same.map((each) => each.version))) + 1
      versions.set(key, version)
      const dueOn = item.dueOn > by.today ? item.dueOn : by.today
      const of = { chargeId: null, dueOn, payerId, priority, isDeferred, takesDeposit: false, version, months: null }
      lines.push({ ...line, discounts: [], ...of })
    }
  }
  return [...Map.groupBy(lines, ({ payerId }) => payerId)].map(([payerId, mine]) => ({
    payerId,
    part: mine[0]?.part ?? 1,
    dueOn: mine.map(({ dueOn }) => dueOn ?? by.today).toSorted()[0] ?? by.today,
    takesDeposit: false,
    lines: mine.map(({ payerId: _payer, ...line }) => line),
  }))
}

/** @param depositsOf seat deposits of leavers, by the domain of offers */
export const leavingRoutes =
  (depositsOf: (ctx: SessionCtx) => LeaverDeposits): Feature =>
  () => [
    route.session(previewLeaving, async (ctx, asked) => {
      requirePermission(ctx.session, 'fees.see')
      return ctx.tenant((tx) => readLeaving(tx, feeActor(ctx), asked))
    }),
    route.session(settleLeaving, async (ctx, asked) => {
      requirePermission(ctx.session, 'fees.bill')
      return ctx.tenant((tx) => makeLeaving(tx, feeActor(ctx), asked, depositsOf(ctx)))
    }),
    route.session(undoLeaving, async (ctx, asked) => {
      requirePermission(ctx.session, 'fees.approve')
      await ctx.tenant((tx) => endLeaving(tx, feeActor(ctx), asked, depositsOf(ctx)))
      return {}
    }),
  ]
