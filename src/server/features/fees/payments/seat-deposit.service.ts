import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { type Allocated, allocate } from '#shared/fees/allocation.rules.ts'
import type { Posting } from '#shared/fees/ledger.rules.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { negate } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { lockFeeStudents } from '../fee-student.service.ts'
import { balance } from '../ledger/balance.service.ts'
import { type FeeActor, unattendedFeeActor } from '../ledger/fee-actor.ts'
import { type OpenItem, openItems } from '../ledger/open-items.service.ts'
import { postJournal } from '../ledger/post-journal.service.ts'
import { feeComponentsOf } from '../setup/fee-component.service.ts'
import { allocationsOn, insertAllocations, releaseAllocations } from './allocation.service.ts'
import { lockPayers } from './lock-payer.service.ts'

/** Who changes money of admissions, in which school. */
type Of = Parameters<typeof unattendedFeeActor>
interface AdmissionActor {
  deps: Of[0]
  school: Of[1]
  userId: UserId | null
}

const actorOf = ({ deps, school, userId }: AdmissionActor): FeeActor => unattendedFeeActor(deps, school, userId)

/** Returns what is left of the seat deposits of a child, in minor units; never below zero. */
export async function depositLeft(tx: Tx, schoolId: string, studentId: string): Promise<number> {
  return Math.max(0, negate(await balance(tx, { schoolId, account: 'seat-deposits', studentId })))
}

/** Settles open seat money and tuition of a child with what is left of its seat deposit, by due date. Companies get nothing of it. */
/** Returns what is left of the seat deposits of children; none for those without. */
export async function depositsLeft(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
): Promise<Map<string, number>> {
  if (studentIds.length === 0) return new Map()
  const { rows } = await tx.execute<{ studentId: string; left: string | number }>(sql`
    select student_id as "studentId", sum(case when credit = 'seat-deposits' then amount else -amount end) as left
    from fee_postings
    where school_id = ${schoolId} and student_id = any(${uuidList(studentIds)}) and 'seat-deposits' in (debit, credit)
    group by 1`)
  return new Map(rows.map(({ studentId, left }) => [studentId, Math.max(0, Number(left))]))
}
/** Settles open tuition of a child with what is left of its seat deposit, by due date. Companies get nothing of it. */
export async function applySeatDeposit(tx: Tx, of: AdmissionActor, studentId: string): Promise<void> {
  const by = actorOf(of)
  const { schoolId } = by
  await lockFeeStudents(tx, schoolId, [studentId])
  const charged = await openItems(tx, schoolId, { studentId })
  if (charged.length === 0) return
  const payers = await lockPayers(tx, schoolId, [...new Set(charged.map(({ payerId }) => payerId))])
  const persons = new Set(payers.filter(({ kind }) => kind === 'person').map(({ id }) => id))
  const components = (await feeComponentsOf(tx, schoolId)).filter(
    ({ kind, capsAsTuition }) => kind === 'registration' || capsAsTuition,
  )
  const tuition = new Set(components.map(({ code }) => code))
  const items = (await openItems(tx, schoolId, { studentId })).filter(
    ({ open, payerId, component }) => open > 0 && persons.has(payerId) && tuition.has(component),
  )
  const { allocated } = allocate(await depositLeft(tx, schoolId, studentId), items)
  await bookApplied(tx, by, { studentId, items, allocated })
}

async function bookApplied(
  tx: Tx,
  by: FeeActor,
  { studentId, items, allocated }: { studentId: string; items: readonly OpenItem[]; allocated: readonly Allocated[] },
): Promise<void> {
  const opId = uuidv7(by.nowMs, by.random)
  const itemOf = new Map(items.map((item) => [item.chargeId, item]))
  const payerOf = ({ chargeId }: Allocated) => itemOf.get(chargeId)?.payerId ?? ''
  for (const [payerId, mine] of Map.groupBy(allocated, payerOf)) {
    const own = mine.map((each) => ({ ...each, reason: 'deposit' as const }))
    await insertAllocations(tx, by, { source: 'deposit', sourceId: opId, payerId }, own)
  }
  const postings = allocated.map((each): Posting => {
    const component = itemOf.get(each.chargeId)?.component ?? null
    const of = { payerId: payerOf(each), studentId, component }
    return { debit: 'seat-deposits', credit: 'receivable', amount: each.amount, ...of }
  })
  await post(tx, by, { opId, kind: 'deposit-applied', studentId, postings })
}

/**
 * Takes back from tuition of a child what its seat deposit settled, the latest due first, until so much of the deposit is left:
 * those items are open again.
 * @param wanted minor units
 */
export async function releaseSeatDeposit(tx: Tx, of: AdmissionActor, studentId: string, wanted: number): Promise<void> {
  const by = actorOf(of)
  const { schoolId } = by
  await lockFeeStudents(tx, schoolId, [studentId])
  const known = await openItems(tx, schoolId, { studentId })
  await lockPayers(tx, schoolId, [...new Set(known.map(({ payerId }) => payerId))])
  let missing = wanted - (await depositLeft(tx, schoolId, studentId))
  const postings: Posting[] = []
  for (const { chargeId, payerId, component } of known.toReversed()) {
    if (missing <= 0) break
    const standing = (await allocationsOn(tx, schoolId, chargeId)).filter(({ row }) => row.source === 'deposit')
    for (const { amount } of await releaseAllocations(tx, by, standing, { most: missing })) {
      missing -= amount
      postings.push({ debit: 'receivable', credit: 'seat-deposits', amount, payerId, studentId, component })
    }
  }
  await post(tx, by, { opId: uuidv7(by.nowMs, by.random), kind: 'reallocation', studentId, postings })
}

type Posted = Pick<Parameters<typeof postJournal>[1], 'opId' | 'kind' | 'studentId' | 'postings'>

const post = (tx: Tx, { schoolId, today, nowMs, userId: byUser }: FeeActor, journal: Posted) =>
  postJournal(tx, { ...journal, schoolId, happenedOn: today, today, recordedAt: toInstant(nowMs), byUser })
