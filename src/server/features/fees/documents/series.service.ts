import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { documentNumber } from '#shared/fees/document-number.rules.ts'
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

async function takeReceiptNumbers(tx: Tx, schoolId: string, today: Day, count: number): Promise<Taken | undefined> {
  const { rows } = await tx.execute<Taken & Record<string, unknown>>(sql`
    insert into cash_series (school_id, year, last) values (${schoolId}, ${fiscalYearSql(schoolId, today)}, ${count}::int)
    on conflict (school_id, year) do update set last = cash_series.last + excluded.last returning year, last`)
  return rows[0]
}

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

async function takeNumbers(
  tx: Tx,
  schoolId: string,
  kind: DocumentKind,
  { today, count }: { today: Day; count: number },
): Promise<Taken | undefined> {
  const { rows } = await tx.execute<Taken & Record<string, unknown>>(sql`
    insert into fee_series (school_id, kind, year, last)
    values (${schoolId}, ${kind}, ${fiscalYearSql(schoolId, today)}, ${count}::int)
    on conflict (school_id, kind, year) do update set last = fee_series.last + excluded.last returning year, last`)
  return rows[0]
}

interface Taken {
  year: number
  last: number
}

function numberOf(kind: DocumentKind, row: Taken | undefined): SeriesNumber {
  if (!row) throw new Error('a series without a row')
  const { year, last: no } = row
  return { year, no, number: documentNumber(kind, year, no) }
}
