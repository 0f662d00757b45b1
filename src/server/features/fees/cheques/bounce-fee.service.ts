import { sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { bouncePart } from '#shared/fees/plans/charge-part.rules.ts'
import { feePackOf } from '#shared/fees/regulator/fee-packs.rules.ts'
import { invoiceFault } from '#shared/fees/regulator/invoice-fault.rules.ts'
import { taxDocument } from '#shared/fees/tax/tax-group.rules.ts'
import { add, type Minor, zero } from '#shared/kernel/money.ts'
import { schoolYearOf } from '#shared/school/school-year.rules.ts'
import { issueInvoices } from '../billing/issue-invoice.service.ts'
import { treatments } from '../billing/line-tax.rules.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { type FeeComponentRow, feeComponentsOf } from '../setup/fee-component.service.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'

/** Fee for a cheque that bounced, and the child on whose account it is. */
export interface BounceCharge {
  studentId: string
  year: number
  component: FeeComponentRow
  amount: Minor
}

/** Returns the fee that a school charges for a cheque that bounces; undefined where it has set none, or its regulator allows none. */
export async function bounceFeeOf(
  tx: Tx,
  { schoolId, today }: Pick<FeeActor, 'schoolId' | 'today'>,
): Promise<{ component: FeeComponentRow; amount: Minor } | undefined> {
  const { bounceFee } = await readFeeSettings(tx, schoolId)
  if (!bounceFee) return undefined
  const pack = feePackOf(regulatorOf(await readSchool(tx, schoolId)), schoolYearOf(today))
  if (invoiceFault(pack, { kind: 'bounce-fee' })) return undefined
  const component = (await feeComponentsOf(tx, schoolId)).find(({ code }) => code === bounceFee.component)
  return component && !component.isRetired ? { component, amount: bounceFee.amount } : undefined
}

/**
 * Returns what is charged for a cheque that bounces now, on the child that it was taken for or whose fees it paid. Locks the child:
 * called before its payer is locked. Undefined where nothing is charged, or no child is known.
 */
export async function planBounceCharge(
  tx: Tx,
  by: FeeActor,
  { payerId, paymentId, studentId }: { payerId: string; paymentId: string; studentId: string | null },
): Promise<BounceCharge | undefined> {
  const fee = await bounceFeeOf(tx, by)
  if (!fee) return undefined
  const { rows } = await tx.execute<{ studentId: string; year: number }>(sql`
    select c.student_id as "studentId", c.year from fee_charges c
    left join fee_allocations a on a.school_id = c.school_id and a.charge_id = c.id and a.source_id = ${paymentId}
    where c.school_id = ${by.schoolId} and c.payer_id = ${payerId}
    order by c.student_id = ${studentId}::uuid desc nulls last, a.at is null, a.at, c.due_on desc, c.id limit 1`)
  const of = studentId ?? rows[0]?.studentId
  if (of === undefined) return undefined
  await lockFeeStudents(tx, by.schoolId, [of])
  const year = rows[0]?.studentId === of ? rows[0].year : schoolYearOf(by.today)
  return { ...fee, studentId: of, year }
}

/** Issues the invoice of a fee for a bounced cheque, due today. Child and payer are locked. @returns its id */
export async function issueBounceCharge(
  tx: Tx,
  by: FeeActor,
  payerId: string,
  { studentId, year, component, amount }: BounceCharge,
): Promise<string | undefined> {
  const { code, name, priority, taxCode, taxPpm } = component
  const treatment = treatments[taxCode]
  const tax = taxDocument([{ net: amount, taxCode, taxPpm, treatment }]).lineTax[0] ?? zero
  const { rows } = await tx.execute<{ version: number }>(sql`
    select coalesce(max(version), 0)::int + 1 as version from fee_charges
    where school_id = ${by.schoolId} and student_id = ${studentId} and component = ${code} and year = ${year}::int
      and part = ${bouncePart}`)
  const amounts = { gross: amount, discounts: [], net: amount, tax, total: add(amount, tax), taxCode: treatment }
  const of = { chargeId: null, studentId, component: code, name, year, part: bouncePart, dueOn: by.today, priority }
  const rest = { isDeferred: false, takesDeposit: false, months: null, version: rows[0]?.version ?? 1 }
  const invoice = { payerId, part: bouncePart, dueOn: by.today, takesDeposit: false }
  const [id] = await issueInvoices(tx, by, {
    runId: null,
    pupils: [{ studentId, invoices: [{ ...invoice, lines: [{ ...of, ...amounts, ...rest }] }] }],
  })
  return id
}
