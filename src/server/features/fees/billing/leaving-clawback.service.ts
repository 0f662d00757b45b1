import type { Tx } from '#server/kernel/db.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { lockPayers } from '../payments/lock-payer.service.ts'
import { issueInvoices } from './issue-invoice.service.ts'
import { planLeaving, readBatch } from './plan-batch.service.ts'
import type { PlannedInvoice } from './plan-pupil.service.ts'

interface Leaving {
  studentId: string
  /** First calendar year of the school year. */
  year: number
}

const planned = async (tx: Tx, by: FeeActor, { studentId, year }: Leaving): Promise<PlannedInvoice[]> => {
  const scope = { year, campuses: [], grades: [], components: [], parts: [], studentIds: [studentId] }
  return planLeaving(await readBatch(tx, by, scope, [studentId]), scope, studentId)
}

/**
 * Issues what a child that leaves gives back of its discounts: one invoice for each payer who had them. What was taken back is not
 * taken again. @returns the ids of the invoices
 */
export async function issueLeavingClawback(tx: Tx, by: FeeActor, leaving: Leaving): Promise<string[]> {
  const { studentId } = leaving
  await lockFeeStudents(tx, by.schoolId, [studentId])
  const invoices = await planned(tx, by, leaving)
  await lockPayers(
    tx,
    by.schoolId,
    invoices.map(({ payerId }) => payerId),
  )
  return issueInvoices(tx, by, { runId: null, pupils: [{ studentId, invoices }] })
}
