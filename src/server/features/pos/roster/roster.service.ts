import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import { foldText } from '#shared/kernel/text/search.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Allergen, Diet } from '#shared/pos/catalogue.contract.ts'

/** What a school's list says of a pupil and the pupil's account. */
export interface RosterValues {
  admissionNo: string
  name: Bilingual
  className: string
  classId: string | null
  birthDate: Day | null
  cardNo: string | null
  allergens: readonly Allergen[]
  diet: readonly Diet[]
  dailyLimit: Minor | null
  overdraft: Minor
}

/** A pupil of the school with what a list may change. */
export interface KnownPupil extends RosterValues {
  customerId: CustomerId
  active: boolean
  /** Opening balance, once it is written. */
  opening: Minor | null
  /** File whose place uses the account, the latest of several. */
  studentId: string | null
}

/** Serialises what gives pupils numbers and cards: two files, or a file and a scanner, come one after the other. */
export const lockRoster = (tx: Tx, schoolId: string): Promise<unknown> =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pupils of ${schoolId}`}, 0))`)

/**
 * Locks the pupils of a list, and the balances of those who get an opening one, until the transaction ends: what is read of them
 * afterwards is what is overwritten. Balances come first, as in a sale.
 */
export async function lockPupilsOfList(
  tx: Tx,
  schoolId: string,
  rows: readonly { admissionNo: string; isOpened: boolean }[],
): Promise<void> {
  const numbers = rows.map(({ admissionNo }) => admissionNo)
  const opened = rows.filter(({ isOpened }) => isOpened).map(({ admissionNo }) => admissionNo)
  await tx.execute(sql`
    select 1 from account_balances where school_id = ${schoolId} and customer_id in (
      select id from customers where school_id = ${schoolId}
        and admission_no in (select jsonb_array_elements_text(${jsonRows(opened)})))
    order by customer_id for update`)
  await tx.execute(sql`
    select 1 from customers where school_id = ${schoolId}
      and admission_no in (select jsonb_array_elements_text(${jsonRows(numbers)}))
    order by id for no key update`)
}

/** Folded search text of a pupil, each word after a space. */
export const pupilSearchText = ({ name, admissionNo }: Pick<RosterValues, 'name' | 'admissionNo'>): string =>
  ` ${foldText([name.en, name.ar, admissionNo].join(' '))}`

type KnownRow = Omit<KnownPupil, 'dailyLimit' | 'overdraft' | 'opening'> &
  Record<'dailyLimit' | 'opening', number | string | null> &
  Record<'overdraft', number | string> &
  Record<string, unknown>

const amount = (value: number | string | null): Minor | null => (value === null ? null : minor(Number(value)))

/** Returns the pupils that have one of these admission numbers, by number. */
export async function findRoster(
  tx: Tx,
  schoolId: string,
  admissionNos: readonly string[],
): Promise<Map<string, KnownPupil>> {
  const { rows } = await tx.execute<KnownRow>(sql`
    select c.id as "customerId", c.admission_no as "admissionNo", c.name, c.class_name as "className",
      c.class_id as "classId", c.birth_date::text as "birthDate", c.card_no as "cardNo", c.allergens, c.diet,
      c.daily_limit as "dailyLimit", c.overdraft, c.active,
      (select e.amount from account_entries e
        where e.school_id = ${schoolId} and e.kind = 'adjust' and e.source_id = c.id) as opening,
      (select p.student_id from pupil_accounts p where p.school_id = ${schoolId} and p.customer_id = c.id
        order by p.opened_at desc limit 1) as "studentId"
    from customers c
    where c.school_id = ${schoolId}
      and c.admission_no in (select jsonb_array_elements_text(${jsonRows(admissionNos)}))`)
  return new Map(
    rows.map(({ dailyLimit, overdraft, opening, ...row }) => [
      row.admissionNo,
      { ...row, dailyLimit: amount(dailyLimit), overdraft: minor(Number(overdraft)), opening: amount(opening) },
    ]),
  )
}

/** Returns whose cards these are, by their numbers. */
export async function cardOwners(
  tx: Tx,
  schoolId: string,
  cardNos: readonly string[],
): Promise<Map<string, CustomerId>> {
  const { rows } = await tx.execute<{ id: CustomerId; cardNo: string }>(sql`
    select id, card_no as "cardNo" from customers
    where school_id = ${schoolId} and card_no in (select jsonb_array_elements_text(${jsonRows(cardNos)}))`)
  return new Map(rows.map(({ id, cardNo }) => [cardNo, id]))
}
