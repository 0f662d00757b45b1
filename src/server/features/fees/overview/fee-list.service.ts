import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { FeeAgeing, FeeListFilter, FeeListRow } from '#shared/fees/fee-list.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import { feeChildren, goneChild } from '../fee-student.service.ts'

interface Asked {
  schoolId: string
  filter: FeeListFilter
  today: Day
}

/** Open amount and held cheques of each charge that is not settled. */
const openCharges = (schoolId: string): SQL => sql`
  open_charges as (
    select c.student_id, c.due_on, c.net + c.tax - coalesce(a.settled, 0) as open, coalesce(a.held, 0) as held
    from fee_charges c
    left join (
      select a.charge_id, sum(a.amount) as settled,
        sum(a.amount) filter (where p.method = 'cheque' and l.payment_id is null) as held
      from fee_allocations a
      left join fee_payments p on p.school_id = a.school_id and p.id = a.source_id and a.source = 'payment'
      left join fee_payment_clearings l on l.school_id = p.school_id and l.payment_id = p.id
      where a.school_id = ${schoolId}
      group by a.charge_id
    ) a on a.charge_id = c.id
    where c.school_id = ${schoolId}
  )`

/** Children of the filter with their sums, each under the name by which the list is ordered. */
function children({ schoolId, filter: { text, grade, state }, today }: Asked): SQL {
  const only: SQL[] = [sql`s.school_id = ${schoolId}`]
  if (grade !== undefined) only.push(sql`s.grade = ${grade}`)
  const typed = text.trim()
  if (typed !== '') only.push(sql`(${named(schoolId, typed)})`)
  if (state === 'due') only.push(sql`o.due > 0`)
  if (state === 'overdue') only.push(sql`o.overdue > 0`)
  return sql`
    with ${openCharges(schoolId)}, children as (
      select s.id, s.grade, coalesce(s.name_latin, s.name_arabic, '') as sorted, o.open, o.due, o.overdue, o.since, o.held
      from (
        select student_id, sum(open) as open, sum(held) as held,
          coalesce(sum(open) filter (where due_on <= ${today}), 0) as due,
          coalesce(sum(open) filter (where due_on < ${today}), 0) as overdue,
          min(due_on) filter (where open > 0) as since
        from open_charges group by student_id
      ) o
      join students s on s.id = o.student_id
      where ${sql.join(only, sql` and `)}
    )`
}

/** A name of either script that holds the text, or an admission number that begins with it. */
function named(schoolId: string, text: string): SQL {
  const quoted = text.replaceAll(/[\\%_]/g, String.raw`\$&`)
  return sql`s.name_latin ilike ${`%${quoted}%`} or s.name_arabic ilike ${`%${quoted}%`} or exists (
    select 1 from pupil_accounts u join customers c on c.school_id = u.school_id and c.id = u.customer_id
    where u.school_id = ${schoolId} and u.student_id = s.id and c.admission_no ilike ${`${quoted}%`})`
}

interface Row extends Record<string, unknown> {
  id: string
  open: string | number
  due: string | number
  overdue: string | number
  held: string | number
  since: Day | null
}

const amount = (value: unknown) => minor(Number(value ?? 0))

/** Returns a page of children by name. @param after id of the last child of the page before */
export async function feeListPage(
  tx: Tx,
  asked: Asked & { after?: string | undefined; limit: number },
): Promise<{ rows: z.input<typeof FeeListRow>[]; next: string | null }> {
  const { schoolId, after, limit } = asked
  const from = after
    ? sql`where (sorted, id) > (select coalesce(name_latin, name_arabic, ''), id from students
        where school_id = ${schoolId} and id = ${after})`
    : sql``
  const { rows } = await tx.execute<Row>(sql`
    ${children(asked)}
    select id, open, due, overdue, since::text as since, held from children ${from} order by sorted, id limit ${limit + 1}`)
  const shown = rows.slice(0, limit)
  const known = await feeChildren(
    tx,
    schoolId,
    shown.map(({ id }) => id),
  )
  return {
    rows: shown.map(({ id, open, due, overdue, held, since }) => ({
      child: known.get(id) ?? goneChild(id),
      open: amount(open),
      due: amount(due),
      overdue: amount(overdue),
      held: amount(held),
      since,
    })),
    next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

interface Totals {
  count: number
  open: ReturnType<typeof amount>
  due: ReturnType<typeof amount>
  overdue: ReturnType<typeof amount>
  ageing: z.input<typeof FeeAgeing>
  grades: string[]
}

/** Returns the sums over all children of the filter, and by how long items have been due. */
export async function feeListTotals(tx: Tx, asked: Asked): Promise<Totals> {
  const { schoolId, today } = asked
  const age = (from: number | null, until: number | null): SQL => {
    const days = sql`${today}::date - o.due_on`
    const above = from === null ? sql`true` : sql`${days} >= ${from}`
    return sql`coalesce(sum(o.open) filter (where ${above} and ${until === null ? sql`true` : sql`${days} <= ${until}`}), 0)`
  }
  const { rows } = await tx.execute(sql`
    ${children(asked)}
    select (select count(*) from children) as count, coalesce(sum(o.open), 0) as open,
      ${age(0, null)} as due, ${age(1, null)} as overdue, ${age(null, -1)} as "notDue", ${age(0, 30)} as days30,
      ${age(31, 60)} as days60, ${age(61, 90)} as days90, ${age(91, null)} as older, coalesce(sum(o.held), 0) as held
    from open_charges o where o.student_id in (select id from children)`)
  const grades = await tx.execute<{ grade: string }>(sql`
    select distinct s.grade from students s where s.school_id = ${schoolId} and s.grade is not null
      and exists (select 1 from fee_charges c where c.school_id = ${schoolId} and c.student_id = s.id) order by s.grade`)
  const found = rows[0] ?? {}
  return {
    count: Number(found['count'] ?? 0),
    open: amount(found['open']),
    due: amount(found['due']),
    overdue: amount(found['overdue']),
    ageing: {
      notDue: amount(found['notDue']),
      days30: amount(found['days30']),
      days60: amount(found['days60']),
      days90: amount(found['days90']),
      older: amount(found['older']),
      held: amount(found['held']),
    },
    grades: grades.rows.map(({ grade }) => grade),
  }
}
