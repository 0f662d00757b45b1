import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-values.ts'
import { givenRows } from '#server/kernel/given-rows.ts'
import { type CustomerId, type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import type { Minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { schoolDay } from '../accounts/statement.service.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { pupilSearchText, type RosterValues } from './roster.service.ts'

export interface RosterRow extends RosterValues {
  customerId: CustomerId
  isNew: boolean
  /** File to link the account to; null where it is linked already. */
  linkTo: string | null
  /** Opening balance to write; null for none. */
  opening: Minor | null
  /** Card in use before. */
  cardBefore: string | null
}

interface RosterBy {
  schoolId: string
  nowMs: number
  random: Random
  byUser: UserId
}

/**
 * Writes pupils, locked by `lockPupilsOfList`, with their accounts, some hundred at a time: values, cards, links to their files, and opening balances, each of
 * which is one entry of the ledger and is written once. Takes a version, so it comes after every other lock.
 */
export async function writeRoster(tx: Tx, by: RosterBy, rows: readonly RosterRow[]): Promise<void> {
  if (rows.length === 0) return
  const { schoolId } = by
  const opened = rows.filter(({ opening }) => opening !== null && opening !== 0)
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await writeCustomers(tx, schoolId, rows, version)
  await writeCards(tx, by, rows)
  await writeLinks(tx, by, rows)
  await writeOpenings(tx, by, opened, version)
}

async function writeCustomers(tx: Tx, schoolId: string, rows: readonly RosterRow[], version: number) {
  const values = rows.map((row) => ({ ...row, searchText: pupilSearchText(row) }))
  // A card may move from one pupil to another within a file.
  await tx.execute(sql`
    update customers c set card_no = null
    from jsonb_to_recordset(${jsonRows(values)}) as r("customerId" uuid, "cardNo" text)
    where c.school_id = ${schoolId} and c.id = r."customerId" and c.card_no is distinct from r."cardNo"`)
  const given = givenRows(tx, schoolId, values)
  await tx.execute(sql`
    insert into customers (school_id, id, admission_no, name, class_name, class_id, card_no, allergens, diet, daily_limit,
      overdraft, active, birth_date, search_text, version)
    select ${given.school}, r."customerId", r."admissionNo", r.name, r."className", r."classId", r."cardNo", r.allergens,
      r.diet, r."dailyLimit", r.overdraft, true, r."birthDate", r."searchText", ${version}::bigint
    from ${given.rows} as r("customerId" uuid, "admissionNo" text, name jsonb, "className" text,
      "classId" uuid, "cardNo" text, allergens text[], diet text[], "dailyLimit" bigint, overdraft bigint,
      "birthDate" date, "searchText" text)
    on conflict (school_id, id) do update set name = excluded.name, class_name = excluded.class_name,
      class_id = excluded.class_id, card_no = excluded.card_no, allergens = excluded.allergens, diet = excluded.diet,
      daily_limit = excluded.daily_limit, overdraft = excluded.overdraft, birth_date = excluded.birth_date,
      search_text = excluded.search_text, version = excluded.version`)
}

/** Notes the cards given, and ends those that they replace. */
export async function writeCards(
  tx: Tx,
  { schoolId, nowMs, random, byUser }: RosterBy,
  rows: readonly Pick<RosterRow, 'customerId' | 'cardNo' | 'cardBefore'>[],
): Promise<void> {
  const changed = rows
    .filter(({ cardNo, cardBefore }) => cardNo !== cardBefore)
    .map((row) => ({ ...row, id: uuidv7(nowMs, random), beforeId: uuidv7(nowMs, random) }))
  if (changed.length === 0) return
  const now = toInstant(nowMs)
  const columns = sql.raw('r(id uuid, "beforeId" uuid, "customerId" uuid, "cardNo" text, "cardBefore" text)')
  const given = givenRows(tx, schoolId, changed)
  await tx.execute(sql`
    insert into cards (school_id, id, customer_id, card_no)
    select ${given.school}, r."beforeId", r."customerId", r."cardBefore" from ${given.rows} as ${columns}
    where r."cardBefore" is not null and not exists (
      select 1 from cards c where c.school_id = ${schoolId} and c.customer_id = r."customerId" and c.ended_at is null)`)
  await tx.execute(sql`
    update cards c set ended_at = ${now}, ended_by = ${byUser}, end_reason = 'replaced'
    from jsonb_to_recordset(${jsonRows(changed)}) as ${columns}
    where c.school_id = ${schoolId} and c.customer_id = r."customerId" and c.ended_at is null`)
  await tx.execute(sql`
    insert into cards (school_id, id, customer_id, card_no, given_at, given_by)
    select ${given.school}, r.id, r."customerId", r."cardNo", ${now}::timestamptz, ${byUser}::uuid from ${given.rows} as ${columns}
    where r."cardNo" is not null`)
}

const writeLinks = (tx: Tx, { schoolId, nowMs }: RosterBy, rows: readonly RosterRow[]) => {
  const given = givenRows(tx, schoolId, rows)
  return tx.execute(sql`
    insert into pupil_accounts (school_id, student_id, customer_id, is_ours, state, is_unread, opened_at)
    select ${given.school}, r."linkTo", r."customerId", r."isNew", 'open', false, ${toInstant(nowMs)}::timestamptz
    from ${given.rows} as r("customerId" uuid, "linkTo" uuid, "isNew" boolean)
    where r."linkTo" is not null
    on conflict (school_id, student_id) do nothing`)
}

/** The id of the pupil is the cause of the entry: there can be no second one. */
async function writeOpenings(
  tx: Tx,
  { schoolId, nowMs, random }: RosterBy,
  rows: readonly RosterRow[],
  version: number,
): Promise<void> {
  if (rows.length === 0) return
  const now = toInstant(nowMs)
  const day = await schoolDay(tx, schoolId, nowMs)
  const entries = rows.map(({ customerId, opening }) => ({ id: uuidv7(nowMs, random), customerId, opening }))
  const given = givenRows(tx, schoolId, entries)
  const { rows: written } = await tx.execute(sql`
      insert into account_entries
        (school_id, id, customer_id, kind, amount, source_id, business_day, effective_at, recorded_at)
      select ${given.school}, r.id, r."customerId", 'adjust', r.opening, r."customerId", ${day}::date,
        ${now}::timestamptz, ${now}::timestamptz
      from ${given.rows} as r(id uuid, "customerId" uuid, opening bigint)
      on conflict (school_id, kind, source_id) do nothing
      returning customer_id as "customerId", amount`)
  const opened = givenRows(tx, schoolId, written)
  await tx.execute(sql`
    insert into account_balances as b (school_id, customer_id, balance, spent_on, spent, version)
    select ${opened.school}, w."customerId", w.amount, null, 0, ${version}::bigint
    from ${opened.rows} as w("customerId" uuid, amount bigint) order by w."customerId"
    on conflict (school_id, customer_id) do update set balance = b.balance + excluded.balance, version = excluded.version`)
}
