import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { schoolOfRows } from '#server/kernel/given-rows.ts'
import { documentNumber, receiptNumber } from '#shared/fees/document-number.rules.ts'
import type { DocumentKind } from '#shared/fees/fee-document.contract.ts'
import type { Day } from '#shared/kernel/time.ts'

/** Number of a document within its series. */
export interface SeriesNumber {
  year: number
  no: number
  number: string
}

/** Calendar year in which the fiscal year of a day began: that of the day where the school has set no other month. */
const fiscalYearSql = (schoolId: string, today: Day): SQL => sql`
  extract(year from ${today}::date)::int - case when extract(month from ${today}::date) < coalesce(
    (select fiscal_month from fee_settings where school_id = ${schoolId}), 1) then 1 else 0 end`

/**
 * Takes the next receipt number of the school's series for the fiscal year of `today`. The series stays locked until the
 * transaction ends, so that no number is skipped or given twice; hence it is taken after the locks of students and payers.
 */
export async function nextReceiptNumber(tx: Tx, schoolId: string, today: Day): Promise<SeriesNumber> {
  return numberOf('receipt', await takeReceiptNumbers(tx, schoolId, today, 1))
}

/**
 * Takes the number under which cash was booked before the server was restored, where it is one of those that the series has jumped over
 * and nobody has it: the family's paper says it. @returns undefined where it can't be given again
 */
export async function reclaimReceiptNumber(
  tx: Tx,
  schoolId: string,
  today: Day,
  given: string,
): Promise<SeriesNumber | undefined> {
  const taken = await takeReceiptNumbers(tx, schoolId, today, 0)
  if (typeof taken?.jumpedFrom !== 'number') return undefined
  const { year, jumpedFrom } = taken
  const no = Number(/^C-(?:\d{4})-(\d{6})$/.exec(given)?.[1])
  if (receiptNumber(year, no) !== given || no <= jumpedFrom || no > jumpedFrom + numbersJumped) return undefined
  const { rows } = await tx.execute(sql`
    select 1 from student_cash where school_id = ${schoolId} and number = ${given}
    union all select 1 from fee_documents where school_id = ${schoolId} and number = ${given}`)
  return rows.length > 0 ? undefined : { year, no, number: given }
}

const takeReceiptNumbers = (tx: Tx, schoolId: string, today: Day, count: number) =>
  take(tx, schoolId, {
    into: sql`cash_series (school_id, year, last, generation, jumped_from)`,
    key: sql`(school_id, year)`,
    year: fiscalYearSql(schoolId, today),
    count,
    series: sql`cash_series`,
  })

/** Takes the next numbers of a document's series, as `nextReceiptNumber` does; receipts come from there. @returns them in order */
export async function nextDocumentNumbers(
  tx: Tx,
  schoolId: string,
  kind: DocumentKind,
  { today, count }: { today: Day; count: number },
): Promise<SeriesNumber[]> {
  const taken =
    kind === 'receipt'
      ? await takeReceiptNumbers(tx, schoolId, today, count)
      : await takeNumbers(tx, schoolId, kind, { today, count })
  return Array.from({ length: count }, (_, at) =>
    numberOf(kind, taken && { ...taken, last: taken.last - count + 1 + at }),
  )
}

const takeNumbers = (tx: Tx, schoolId: string, kind: DocumentKind, { today, count }: { today: Day; count: number }) =>
  take(tx, schoolId, {
    into: sql`fee_series (school_id, kind, year, last, generation, jumped_from)`,
    key: sql`(school_id, kind, year)`,
    kind: sql`${kind}, `,
    year: fiscalYearSql(schoolId, today),
    count,
    series: sql`fee_series`,
  })

/** How many numbers a series leaves out after a restore: more than a school gives out between two copies. */
const numbersJumped = 1000

/**
 * Moves a series on by `count`. The first time in a generation that a restore has begun it jumps: the numbers given out since the copy
 * are on papers in families' hands, and must not be given to others.
 */
async function take(
  tx: Tx,
  schoolId: string,
  { into, key, kind, year, count, series }: { into: SQL; key: SQL; kind?: SQL; year: SQL; count: number; series: SQL },
): Promise<Taken | undefined> {
  const { school, beside } = schoolOfRows(tx, schoolId)
  const isNew = sql`${series}.generation is distinct from excluded.generation and excluded.jumped_from is not null`
  const { rows } = await tx.execute<Taken & Record<string, unknown>>(sql`
    insert into ${into}
    select ${school}, ${kind ?? sql``}y.year, ${count}::int + case when g.restored then ${numbersJumped}::int else 0 end,
      g.id, case when g.restored then 0 end
    from ${beside}(select ${year} as year) y left join (
      select id, cause <> 'first-start' as restored from server_generations order by since desc limit 1) g on true
    on conflict ${key} do update set
      last = ${series}.last + ${count}::int + case when ${isNew} then ${numbersJumped}::int else 0 end,
      jumped_from = case when ${isNew} then ${series}.last else ${series}.jumped_from end,
      generation = excluded.generation
    returning year, last, jumped_from as "jumpedFrom"`)
  return rows[0]
}

interface Taken {
  year: number
  last: number
  jumpedFrom: number | null
}

function numberOf(kind: DocumentKind, row: Taken | undefined): SeriesNumber {
  if (!row) throw new Error('a series without a row')
  const { year, last: no } = row
  return { year, no, number: documentNumber(kind, year, no) }
}
