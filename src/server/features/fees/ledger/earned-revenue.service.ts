import { max, min, and, eq, sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { type Deferred, earnedIn } from '#shared/fees/earned-revenue.rules.ts'
import type { Posting } from '#shared/fees/ledger.rules.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { minor, negate } from '#shared/kernel/money.ts'
import { monthsAfter } from '#shared/kernel/months.ts'
import { type Day, dayAfter, toInstant } from '#shared/kernel/time.ts'
import { yearStartOf } from '../setup/first-day.service.ts'
import { type FeeActor, unattendedFeeActor } from './fee-actor.ts'
import { feeEarnedMonths, feeEarnings } from './fee-earning.table.ts'
import { feeJournals } from './fee-ledger.table.ts'
import { postJournal } from './post-journal.service.ts'

const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`

/** Returns the first month that is not booked; undefined where nothing was ever invoiced. */
async function nextMonth(tx: Tx, schoolId: string): Promise<Day | undefined> {
  const [booked] = await tx
    .select({ month: max(feeEarnedMonths.month) })
    .from(feeEarnedMonths)
    .where(eq(feeEarnedMonths.schoolId, schoolId))
  if (booked?.month) return monthsAfter(booked.month, 1)
  const [first] = await tx
    .select({ on: min(feeJournals.effectiveOn) })
    .from(feeJournals)
    .where(and(eq(feeJournals.schoolId, schoolId), eq(feeJournals.kind, 'invoice')))
  return first?.on ? monthOf(first.on) : undefined
}

/**
 * Returns what was deferred by the end of a month less what credit notes took back, and what of it is earned, by school year and
 * component. The year of a credit note is that of its invoice.
 */
async function deferredBy(tx: Tx, schoolId: string, lastDay: Day): Promise<Omit<Deferred, 'yearStartsOn'>[]> {
  const { rows } = await tx.execute<{ year: number; component: string; deferred: string; earned: string }>(sql`
    select m.year, m.component, sum(m.amount) as deferred, coalesce((select sum(e.amount) from fee_earnings e
      where e.school_id = ${schoolId} and e.year = m.year and e.component = m.component), 0) as earned
    from (
      select p.component, case when p.credit = 'deferred-revenue' then p.amount else -p.amount end as amount,
        (select c.year from fee_charges c
          where c.school_id = ${schoolId} and c.document_id = coalesce(d.corrects, d.id) limit 1) as year
      from fee_postings p
      join fee_journals j on j.school_id = p.school_id and j.id = p.journal_id
      join fee_documents d on d.school_id = j.school_id and d.id = j.document_id
      where p.school_id = ${schoolId} and 'deferred-revenue' in (p.debit, p.credit) and p.component is not null
        and j.kind <> 'earned' and j.effective_on <= ${lastDay}::date) m
    where m.year is not null
    group by 1, 2 order by 1, 2`)
  return rows.map((row) => ({ ...row, deferred: Number(row.deferred), earned: Number(row.earned) }))
}

/** Books one month, once. @returns whether it was this call that booked it */
async function bookMonth(tx: Tx, by: FeeActor, month: Day): Promise<boolean> {
  const { schoolId, nowMs, random, today } = by
  const lastDay = dayAfter(monthsAfter(month, 1), -1)
  const found = await deferredBy(tx, schoolId, lastDay)
  const starts = new Map<number, Day>()
  for (const year of new Set(found.map((each) => each.year))) starts.set(year, await yearStartOf(tx, schoolId, year))
  const earned = found.flatMap((each) => {
    const amount = earnedIn({ ...each, yearStartsOn: starts.get(each.year) ?? month }, month)
    return amount === 0 ? [] : [{ year: each.year, component: each.component, amount: minor(amount) }]
  })
  const journalId = earned.length === 0 ? null : uuidv7(nowMs, random)
  const at = toInstant(nowMs)
  const marked = await tx
    .insert(feeEarnedMonths)
    .values({ schoolId, month, journalId, at })
    .onConflictDoNothing()
    .returning({ month: feeEarnedMonths.month })
  if (marked.length === 0) return false
  if (journalId === null) return true
  await tx.insert(feeEarnings).values(earned.map((each) => ({ schoolId, month, ...each })))
  const postings = earned.map(
    ({ component, amount }): Posting =>
      amount > 0
        ? { debit: 'deferred-revenue', credit: 'revenue', amount, component }
        : { debit: 'revenue', credit: 'deferred-revenue', amount: negate(amount), component },
  )
  const journal = { schoolId, opId: journalId, kind: 'earned' as const, happenedOn: lastDay, today, byUser: null }
  await postJournal(tx, { ...journal, recordedAt: at, postings })
  return true
}

/**
 * Books the revenue of every month of a school that is over and not booked yet, the earliest first: each on its last day, or today where
 * that one is locked. Done again, or by two servers at once, it books nothing twice.
 */
export async function bookEarnedRevenue(deps: Deps, schoolId: string, isStopping = () => false): Promise<void> {
  for (;;) {
    if (isStopping()) return
    const isDone = await deps.db.tenant(schoolId, async (tx) => {
      const by = unattendedFeeActor(deps, await readSchool(tx, schoolId))
      const month = await nextMonth(tx, schoolId)
      if (month === undefined || monthsAfter(month, 1) > by.today) return true
      await bookMonth(tx, by, month)
      return false
    })
    if (isDone) return
  }
}

const everyMs = 3_600_000

/** Books earned revenue of all schools, in one round after the other, until it is stopped. */
export const startEarningWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'earned-revenue',
    due,
    work: (schoolId, isStopping) => bookEarnedRevenue(deps, schoolId, isStopping),
    onFailure: (error) => deps.log.error(describeFailure(error), 'earned revenue can not be booked now'),
  })
