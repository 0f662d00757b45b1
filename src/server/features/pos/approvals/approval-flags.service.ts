import { and, eq, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { ShiftId, UserId } from '#shared/kernel/ids.ts'
import { hasPermission, type Role } from '#shared/kernel/roles.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { doneInShift, freeVoidMs } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { Sale } from '#shared/pos/sale.contract.ts'
import type { Approval, ApprovedAct } from '#shared/pos/approvals/approval.contract.ts'
import { approvalFaults } from '#shared/pos/approvals/approval.rules.ts'
import {
  type ActContext,
  approvalPermissions,
  type DoneAct,
  isOpenTo,
  type Judgement,
  suffices,
} from '#shared/pos/approvals/till-limits.rules.ts'
import { approvals } from '../refund.table.ts'
import { cashierFlags, type Cashiers } from '../sales/cashiers.ts'
import type { PosFlag } from '../sales/exceptions.ts'
import type { TillContext } from '../sales/till-context.ts'
import { limitsAt } from './till-limit.service.ts'

interface DoneRow extends Record<string, unknown> {
  act: DoneAct['act']
  by: DoneAct['by']
  amount: number | string
}

/**
 * Returns what was done in a shift as limits measure it (`doneInShift`), without the document `except`.
 * @param sales given to count also what is done in sales (prices, rules set aside, people found by name alone), which reads all sales of the
 * shift; those with these ids are left out
 */
async function doneOfShift(
  tx: Tx,
  schoolId: string,
  { shiftId, except, sales }: { shiftId: ShiftId; except: string; sales?: readonly string[] | undefined },
): Promise<DoneAct[]> {
  const inSales = sql`
    union all select 'name-only', s.cashier_id, 1 from sales s
    where s.school_id = ${schoolId} and s.shift_id = ${shiftId} and s.id <> all(${uuidList([except, ...(sales ?? [])])}) and s.customer_proof = 'name'
      and exists (select 1 from tenders t where t.school_id = ${schoolId} and t.sale_id = s.id and t.kind = 'account')
    union all select x.act, s.cashier_id, count(*) from sales s
      join sale_lines l on l.school_id = s.school_id and l.sale_id = s.id
      cross join lateral (values ('price', l.price_override is not null), ('allergen', l.override_reason is not null)) as x(act, is_one)
      where s.school_id = ${schoolId} and s.shift_id = ${shiftId} and s.id <> all(${uuidList([except, ...(sales ?? [])])}) and x.is_one group by x.act, s.cashier_id`
  const { rows } = await tx.execute<DoneRow>(sql`
    select 'void' as act, v.by, coalesce(s.total, w.amount, 0) as amount from sale_voids v
      left join sales s on s.school_id = v.school_id and s.id = v.sale_id
      left join top_ups w on w.school_id = v.school_id and w.id = v.sale_id
      where v.school_id = ${schoolId} and v.shift_id = ${shiftId} and v.id <> ${except}
    union all select 'void-late', v.by, s.total from sale_voids v
      join sales s on s.school_id = v.school_id and s.id = v.sale_id and v.at > s.sold_at + make_interval(secs => ${freeVoidMs / 1000})
      where v.school_id = ${schoolId} and v.shift_id = ${shiftId} and v.id <> ${except}
    union all select 'void-late', v.by, w.amount from sale_voids v
      join top_ups w on w.school_id = v.school_id and w.id = v.sale_id and v.at > w.at + make_interval(secs => ${freeVoidMs / 1000})
      where v.school_id = ${schoolId} and v.shift_id = ${shiftId} and v.id <> ${except}
    union all select 'refund-without-receipt', f.by, f.total from refunds f
      where f.school_id = ${schoolId} and f.shift_id = ${shiftId} and f.id <> ${except} and f.without_sale
    union all select case t.kind when 'cash' then 'refund-cash' else 'refund-account' end, f.by,
      t.amount + case t.kind when 'cash' then coalesce(t.rounding, 0) else 0 end
      from refunds f join refund_tenders t on t.school_id = f.school_id and t.refund_id = f.id and t.kind in ('cash', 'account')
      where f.school_id = ${schoolId} and f.shift_id = ${shiftId} and f.id <> ${except}
    union all select m.kind, m.by, case m.kind when 'no-sale' then 1 else m.amount end from cash_movements m
      where m.school_id = ${schoolId} and m.shift_id = ${shiftId} and m.id <> ${except} and m.kind <> 'paid-in'
    union all select 'top-up', u.by, u.amount from top_ups u
      where u.school_id = ${schoolId} and u.shift_id = ${shiftId} and u.id <> ${except}
    ${sales ? inSales : sql``}`)
  return rows.map(({ act, by, amount }) => ({ act, by, amount: Number(amount) }))
}

export interface ApprovedDocument {
  act: ApprovedAct
  /** Hash of what the body says (`approvalHash`). */
  hash: string
  /** Id of the document that the act made. */
  subjectId: string
  shiftId: ShiftId
  by: UserId
  at: string
  approval: Approval | undefined
}

type Envelope = Pick<IngestedOp<unknown>, 'opId' | 'happenedMs'>

/** The people of an act, and what it is judged by. Contact at that moment is the device's to know, so the limits of a till in contact count. */
export interface JudgedAct {
  people: Cashiers
  context: ActContext
}

/** Acts within a sale whose limits count what was done in other sales of the shift. */
const inSales: ReadonlySet<ApprovedAct> = new Set(['price', 'line-discount', 'allergen', 'name-only'])

/**
 * Reads the people of an act, the limits of its moment and what was done in its shift before.
 * @param earlier sales that came with it and before it, stored or not
 */
export async function readJudgedAct(
  tx: Tx,
  { schoolId, device }: TillContext,
  { happenedMs }: Envelope,
  { act, by, approval, shiftId, subjectId }: ApprovedDocument,
  earlier: readonly Sale[] = [],
): Promise<JudgedAct> {
  const people = await findPeople(tx, schoolId, approval ? [by, approval.by] : [by])
  const limits = await limitsAt(tx, schoolId, happenedMs)
  const before = earlier.filter((sale) => sale.shiftId === shiftId)
  const sales = inSales.has(act) ? before.map(({ id }) => id) : undefined
  const stored = await doneOfShift(tx, schoolId, { shiftId, except: subjectId, sales })
  const none = { voids: [], refunds: [], movements: [], topUps: [] }
  const done = sales ? [...stored, ...doneInShift({ sales: before, ...none })] : stored
  const person = { userId: by, roles: rolesOf(people, by) }
  return { people, context: { person, limits, tillId: device.tillId, done, isOffline: false } }
}

const rolesOf = (people: Cashiers, userId: UserId): readonly Role[] => people.get(userId)?.roles ?? []

/**
 * Returns the flags of an act that may have needed an approval: beyond the limits without one, one given for something else, by the person
 * who acted, too early, for another act before, or by a person who may not or whose own limits it exceeds; or an act that the limits forbid.
 * @param judge judges the act by the person in `context`
 */
export async function approvalFlags(
  tx: Tx,
  ctx: TillContext,
  op: Envelope,
  document: ApprovedDocument,
  { people, context, judge }: JudgedAct & { judge: (context: ActContext) => Judgement },
): Promise<PosFlag[]> {
  const judged = judge(context)
  const { approval, act, hash, by, at } = document
  const flags: PosFlag[] = judged === 'forbidden' ? ['act-forbidden'] : []
  if (!approval) return isOpenTo(judged) || judged === 'forbidden' ? flags : [...flags, 'approval-missing']
  flags.push(...approvalFaults(approval, { act, hash, by, atMs: fromInstant(at) }))
  const approver = { userId: approval.by, roles: rolesOf(people, approval.by) }
  const isEnough = () => suffices(act, { person: context.person, approver }, (person) => judge({ ...context, person }))
  const mayApprove = hasPermission(approver.roles, approvalPermissions[act]) && (judged !== 'approval' || isEnough())
  if (!mayApprove || cashierFlags(people, approval.by, op).length > 0) flags.push('approver-not-allowed')
  if (await isUsedBefore(tx, ctx, approval, document.subjectId)) flags.push('approval-reused')
  return flags
}

async function isUsedBefore(tx: Tx, { schoolId }: TillContext, { id }: Approval, subjectId: string): Promise<boolean> {
  const isOther = sql`coalesce(${approvals.subjectId}, ${approvals.opId}) <> ${subjectId}`
  const used = await tx
    .select({ id: approvals.id })
    .from(approvals)
    .where(and(eq(approvals.schoolId, schoolId), eq(approvals.id, id), isOther))
    .limit(1)
  return used.length > 0
}

/** Keeps the approval beside the document that it was used for. */
export async function keepApproval(
  tx: Tx,
  { schoolId }: TillContext,
  opId: string,
  { approval, shiftId, subjectId }: Pick<ApprovedDocument, 'approval' | 'shiftId' | 'subjectId'>,
): Promise<void> {
  if (!approval) return
  await tx
    .insert(approvals)
    .values({ schoolId, opId, ...approval, shiftId, subjectId })
    .onConflictDoNothing()
}
