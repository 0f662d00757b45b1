import { sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isoText, uuidList } from '#server/kernel/sql-values.ts'
import { UserId } from '#shared/kernel/fields.ts'
import { negate } from '#shared/kernel/money.ts'
import { dayAfter } from '#shared/kernel/time.ts'
import { limitRoleOf } from '#shared/pos/approvals/till-limits.rules.ts'
import { usualLimits } from '#shared/pos/approvals/usual-limits.ts'
import type { PatternRows, PatternSurroundings } from '#shared/pos/patterns/pattern.types.ts'
import { limitsAt } from '../approvals/till-limit.service.ts'
import { scopeOf } from '../reports/sales-scope.ts'
import { splitScope } from '../reports/days/split-scope.service.ts'
import { listShiftSales } from '../reports/shift-sales.service.ts'
import { stockGone } from './stock-gone.service.ts'

type Known = Omit<PatternRows, 'around' | 'shift'> & {
  shift: PatternRows['shift'] & { deviceId: string; businessDay: string }
}

/** 50.00 of a currency of two decimals, 5.000 of one of three. */
const monthlyShortage = 5000
const act = 'refund-cash'
const daysOfRefunds = 10
const daysOfShortage = 30

/** Reads what is known around a shift. Schools record no attendance, so nobody is absent. */
export async function readSurroundings(tx: Tx, schoolId: string, known: Known): Promise<PatternSurroundings> {
  return {
    refunds: await refundsToSame(tx, schoolId, known),
    discounts: await discountsOf(tx, schoolId, known),
    ...(await approvalsAround(tx, schoolId, known)),
    ...(await shortages(tx, schoolId, known)),
    elsewhere: await salesElsewhere(tx, schoolId, known),
    absent: [],
    stock: await stockGone(tx, schoolId, known.shift),
    refundLimits: await limitsOf(tx, schoolId, known),
    clockJumps: await clockJumps(tx, schoolId, known),
    refundsCutOff: await refundsCutOff(tx, schoolId, known),
    monthlyShortage,
  }
}

type Act = { id: string; at: string; by: string } & Record<string, unknown>

async function refundsToSame(
  tx: Tx,
  schoolId: string,
  { refunds, shift }: Known,
): Promise<PatternSurroundings['refunds']> {
  const targets = new Set(refunds.flatMap((each) => each.targets))
  if (targets.size === 0) return []
  const { rows } = await tx.execute<Act & { target: string }>(sql`
    select r.id, r.by, ${isoText('r.at')} as at, t.customer_id as target from refund_tenders t
    join refunds r on r.school_id = t.school_id and r.id = t.refund_id
    where t.school_id = ${schoolId} and t.kind = 'account' and t.customer_id = any(${uuidList(targets)})
      and r.business_day between ${dayAfter(shift.businessDay, -daysOfRefunds)}::date and ${shift.businessDay}::date
    order by r.at, r.id`)
  return rows
}

async function discountsOf(
  tx: Tx,
  schoolId: string,
  { sales, shift }: Known,
): Promise<PatternSurroundings['discounts']> {
  const isFavour = ({ discount, isOverridden }: (typeof sales)[number]) => discount > 0 || isOverridden
  if (!sales.some((each) => each.customerId !== null && isFavour(each))) return []
  const { rows } = await tx.execute<{ by: string; customerId: string; count: number }>(sql`
    select cashier_id as by, customer_id as "customerId", count(*)::int as count from sales s
    where school_id = ${schoolId} and customer_id is not null and (discount_total > 0 or exists (select from sale_lines l
        where l.school_id = ${schoolId} and l.sale_id = s.id and l.override_reason is not null))
      and business_day between ${dayAfter(shift.businessDay, -daysOfRefunds)}::date and ${shift.businessDay}::date
    group by cashier_id, customer_id`)
  return rows
}

async function approvalsAround(tx: Tx, schoolId: string, { approvals, shift }: Known) {
  const approvers = new Set(approvals.map(({ by }) => by))
  if (approvers.size === 0) return { approvals: [], signedIn: [] }
  const day = sql`${shift.openedAt}::timestamptz - interval '12 hours'`
  const { rows } = await tx.execute<Act & { deviceId: string }>(sql`
    select a.id, a.by, ${isoText('a.at')} as at, h.device_id as "deviceId" from approvals a
    join shifts h on h.school_id = a.school_id and h.id = a.shift_id
    where a.school_id = ${schoolId} and a.by = any(${uuidList(approvers)}) and a.at > ${day}
      and a.at < ${shift.openedAt}::timestamptz + interval '24 hours' order by a.at, a.id`)
  // By its name: a session is another domain's.
  const { rows: signedIn } = await tx.execute<{ by: string }>(sql`
    select distinct user_id as by from sessions
    where school_id = ${schoolId} and user_id = any(${uuidList(approvers)}) and expires_at > ${shift.openedAt}::timestamptz
      and created_at < ${shift.openedAt}::timestamptz + interval '24 hours'
    union select opened_by from shifts where school_id = ${schoolId} and opened_by = any(${uuidList(approvers)})
      and business_day = ${shift.businessDay}::date`)
  return { approvals: rows, signedIn: signedIn.map(({ by }) => by) }
}

async function shortages(tx: Tx, schoolId: string, { shift }: Known) {
  if (shift.closedAt === null) return { differences: [], shortInMonth: 0 }
  const school = await readSchool(tx, schoolId)
  const range = { firstDay: dayAfter(shift.businessDay, -daysOfShortage), lastDay: shift.businessDay }
  const scope = scopeOf({ ...school, schoolId }, { ...range, tillId: shift.tillId }, 0)
  const counted = (await listShiftSales(tx, await splitScope(tx, scope), 200)).flatMap(({ openedAt, difference }) =>
    difference !== null && openedAt !== null && openedAt <= shift.openedAt ? [difference] : [],
  )
  return {
    differences: counted.slice(0, 10),
    shortInMonth: counted.reduce((n, each) => n + Math.max(0, negate(each)), 0),
  }
}

async function salesElsewhere(
  tx: Tx,
  schoolId: string,
  { shift, sales }: Known,
): Promise<PatternSurroundings['elsewhere']> {
  if (!sales.some(({ customerId }) => customerId !== null)) return []
  const { rows } = await tx.execute<Act & { customerId: string }>(sql`
    select o.id, o.cashier_id as by, ${isoText('o.sold_at')} as at, o.customer_id as "customerId" from sales s
    join sales o on o.school_id = s.school_id and o.business_day = s.business_day and o.customer_id = s.customer_id
      and o.shift_id <> s.shift_id and o.sold_at between s.sold_at - interval '2 minutes' and s.sold_at + interval '2 minutes'
    join tills t on t.school_id = o.school_id and t.id = o.till_id
    where s.school_id = ${schoolId} and s.shift_id = ${shift.id} and s.customer_id is not null
      and t.site_id <> ${shift.siteId}::uuid`)
  return rows
}

/** Returns the most that each person who refunded might refund alone in cash, by the strictest of role, person and till. */
async function limitsOf(tx: Tx, schoolId: string, { refunds, shift }: Known): Promise<Record<string, number>> {
  const ids = new Set(refunds.map(({ by }) => UserId.parse(by)))
  if (ids.size === 0) return {}
  const people = await findPeople(tx, schoolId, ids)
  const set = await limitsAt(tx, schoolId, Date.parse(shift.openedAt))
  const find = (subject: string) => set.find((each) => each.act === act && each.subject === subject)
  return Object.fromEntries(
    [...people].flatMap(([userId, { roles }]) => {
      const role = limitRoleOf({ roles })
      const all = [find(role) ?? usualLimits[role][act], find(userId), find(shift.tillId)]
      const bounds = all.flatMap((limit) => (limit && limit.each !== null ? [limit.each] : []))
      return bounds.length > 0 ? [[userId, Math.min(...bounds)]] : []
    }),
  )
}

/** Reads by how much the clock of the shift's device moved between two operations that came one after the other. */
async function clockJumps(tx: Tx, schoolId: string, { shift }: Known): Promise<PatternSurroundings['clockJumps']> {
  const { rows } = await tx.execute<{ at: string; ms: number }>(sql`
    select ${isoText('received')} as at, ms from (
      select received_at as received, offset_ms - lag(offset_ms) over (partition by install_epoch, stream order by seq) as ms
      from (select received_at, install_epoch, stream, seq, (envelope->>'clockOffsetMs')::float8 as offset_ms from sync_ops
        where school_id = ${schoolId} and device_id = ${shift.deviceId}::uuid
          and received_at >= ${shift.openedAt}::timestamptz
          and received_at < coalesce(${shift.closedAt}::timestamptz, ${shift.openedAt}::timestamptz) + interval '1 day') o
    ) steps where abs(ms) > 60000 order by received limit 100`)
  return rows
}

/** Returns refunds that waited a quarter of an hour for the network while other tills of the site sent at once. */
async function refundsCutOff(tx: Tx, schoolId: string, { shift, refunds }: Known): Promise<string[]> {
  if (refunds.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(sql`
    select r.id from refunds r
    where r.school_id = ${schoolId} and r.shift_id = ${shift.id} and r.received_at - r.at > interval '15 minutes'
      and exists (select from sales s join tills t on t.school_id = s.school_id and t.id = s.till_id
        where s.school_id = ${schoolId} and s.till_id <> r.till_id and t.site_id = ${shift.siteId}::uuid
          and s.sold_at between r.at - interval '10 minutes' and r.at + interval '10 minutes'
          and s.received_at - s.sold_at < interval '1 minute')`)
  return rows.map(({ id }) => id)
}
