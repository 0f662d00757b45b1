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
  const { rows } = await tx.execute<{ year: number; last: number }>(sql`
    insert into cash_series (school_id, year, last) values (${schoolId}, ${fiscalYearSql(schoolId, today)}, 1)
    on conflict (school_id, year) do update set last = cash_series.last + 1 returning year, last`)
  return numberOf('receipt', rows[0])
}

/** Takes the next number of a document's series, as `nextReceiptNumber` does; receipts come from there. */
export async function nextDocumentNumber(
  tx: Tx,
  schoolId: string,
  kind: DocumentKind,
  today: Day,
): Promise<SeriesNumber> {
  if (kind === 'receipt') return nextReceiptNumber(tx, schoolId, today)
  const { rows } = await tx.execute<{ year: number; last: number }>(sql`
    insert into fee_series (school_id, kind, year, last) values (${schoolId}, ${kind}, ${fiscalYearSql(schoolId, today)}, 1)
    on conflict (school_id, kind, year) do update set last = fee_series.last + 1 returning year, last`)
  return numberOf(kind, rows[0])
}

function numberOf(kind: DocumentKind, row: { year: number; last: number } | undefined): SeriesNumber {
  if (!row) throw new Error('a series without a row')
  const { year, last: no } = row
  return { year, no, number: documentNumber(kind, year, no) }
}
