import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { readSchoolDays } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import {
  minuteOfDay,
  type ReminderLevel,
  reminderDue,
  type ReminderStop,
  usualQuiet,
} from '#shared/fees/reminders/reminder.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { FeeActor } from '../ledger/fee-actor.ts'
import { paymentStates } from '../payments/payment-credit.service.ts'
import { followFiles } from '../setup/payer-contact.service.ts'
import { type FeePayerRow, payersByIds } from '../setup/payer.service.ts'
import { feeHolds, feeNotices } from './fee-reminder.table.ts'

export type HoldRow = typeof feeHolds.$inferSelect
export type NoticeRow = typeof feeNotices.$inferSelect

/** A charge that was due before today, with what of it is open and what cheques hold of it, in minor units. */
export interface DueCharge {
  chargeId: string
  payerId: string
  studentId: string
  name: Bilingual
  part: number
  dueOn: Day
  open: number
  held: number
}

/** A payer with something due, with all that decides about a reminder. */
export interface ReminderPayer {
  payer: FeePayerRow
  charges: DueCharge[]
  /** Holds that nobody has ended. */
  holds: HoldRow[]
  /** Reminders about something that is still open, the earliest first. */
  notices: NoticeRow[]
  outcome: { level: number; open: number } | { stop: ReminderStop }
}

/** Charges due before today of which something is open, or held by a cheque. */
async function dueCharges(tx: Tx, { schoolId, today }: FeeActor, payerIds: readonly string[]): Promise<DueCharge[]> {
  type Row = Omit<DueCharge, 'open' | 'held'> & { open: string | number; held: string | number }
  const { rows } = await tx.execute<Row & Record<string, unknown>>(sql`
    select c.id as "chargeId", c.payer_id as "payerId", c.student_id as "studentId", c.name, c.part, c.due_on::text as "dueOn",
      c.net + c.tax - coalesce(a.settled, 0) as open, coalesce(a.held, 0) as held
    from fee_charges c
    left join lateral (
      select sum(a.amount) as settled, sum(a.amount) filter (where p.method = 'cheque' and l.payment_id is null) as held
      from fee_allocations a
      left join fee_payments p on p.school_id = a.school_id and p.id = a.source_id and a.source = 'payment'
      left join fee_payment_clearings l on l.school_id = p.school_id and l.payment_id = p.id
      where a.school_id = ${schoolId} and a.charge_id = c.id
    ) a on true
    where c.school_id = ${schoolId} and c.due_on < ${today}::date and c.payer_id = any(${uuidList(payerIds)})
      and (c.net + c.tax > coalesce(a.settled, 0) or a.held > 0)
    order by c.due_on, c.priority, c.id`)
  return rows.map((row) => ({ ...row, open: Number(row.open), held: Number(row.held) }))
}

interface Now extends FeeActor {
  timeZone: string
  levels: readonly ReminderLevel[]
}

/** Returns those of these payers with something due, and the reminder that each would get now. */
export async function reminderPayers(tx: Tx, by: Now, payerIds: readonly string[]): Promise<ReminderPayer[]> {
  const { schoolId } = by
  const days = await readSchoolDays(tx, schoolId)
  const byPayer = Map.groupBy(await dueCharges(tx, by, payerIds), ({ payerId }) => payerId)
  const ids = [...byPayer.keys()]
  await followFiles(tx, schoolId, ids)
  const payers = new Map((await payersByIds(tx, schoolId, ids)).map((row) => [row.id, row]))
  const holds = Map.groupBy(await openHolds(tx, schoolId, ids), ({ payerId }) => payerId)
  const notices = Map.groupBy(await noticesOf(tx, schoolId, ids), ({ payerId }) => payerId)
  const states = Map.groupBy(await paymentStates(tx, schoolId, { payerIds: ids }), ({ payerId }) => payerId)
  return [...byPayer].flatMap(([payerId, charges]): ReminderPayer[] => {
    const payer = payers.get(payerId)
    if (!payer) return []
    const mine = holds.get(payerId) ?? []
    const open = new Set(charges.map(({ chargeId }) => chargeId))
    const sent = (notices.get(payerId) ?? []).filter(({ chargeIds }) => chargeIds.some((id) => open.has(id)))
    const free = (isHeld: boolean) =>
      (states.get(payerId) ?? []).reduce((all, each) => all + (each.isHeld === isHeld ? each.free : 0), 0)
    const outcome = reminderDue(
      {
        recipient: 'payer',
        items: charges.map(({ chargeId, dueOn, open: left, held }) => ({
          dueOn,
          open: left + held,
          holds: mine.filter((hold) => hold.chargeId === chargeId),
        })),
        holds: mine.filter(({ chargeId }) => chargeId === null),
        chequesHeld: charges.reduce((all, { held }) => all + held, 0) + free(true),
        credit: free(false),
        hasAddress: payer.email !== null,
        sentOn: sent.map(({ sentOn }) => sentOn),
      },
      { today: by.today, minute: minuteOfDay(by.nowMs, by.timeZone), days, ...usualQuiet },
      by.levels,
    )
    return [{ payer, charges, holds: mine, notices: sent, outcome }]
  })
}

/** Returns holds that nobody has ended, the earliest first. */
export const openHolds = async (tx: Tx, schoolId: string, payerIds: readonly string[]): Promise<HoldRow[]> =>
  payerIds.length === 0
    ? []
    : tx
        .select()
        .from(feeHolds)
        .where(and(eq(feeHolds.schoolId, schoolId), inArray(feeHolds.payerId, [...payerIds]), isNull(feeHolds.endedAt)))
        .orderBy(asc(feeHolds.at), asc(feeHolds.id))

/** Returns reminders that were sent, the earliest first. */
export const noticesOf = async (tx: Tx, schoolId: string, payerIds: readonly string[]): Promise<NoticeRow[]> =>
  payerIds.length === 0
    ? []
    : tx
        .select()
        .from(feeNotices)
        .where(and(eq(feeNotices.schoolId, schoolId), inArray(feeNotices.payerId, [...payerIds])))
        .orderBy(asc(feeNotices.at), asc(feeNotices.id))
