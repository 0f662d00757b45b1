import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { documentNumber, fiscalYear } from '#shared/fees/document-number.rules.ts'
import type { DocumentKind } from '#shared/fees/fee-document.contract.ts'
import type { Day } from '#shared/kernel/time.ts'
import { readFeeSettings } from '../setup/fee-settings.service.ts'
import { cashSeries, feeSeries } from './fee-document.table.ts'

/** Number of a document within its series. */
export interface SeriesNumber {
  year: number
  no: number
  number: string
}

/**
 * Takes the next receipt number of the school's series for the fiscal year of `today`. The series stays locked until the
 * transaction ends, so that no number is skipped or given twice; hence it is taken after the locks of students and payers.
 */
export async function nextReceiptNumber(tx: Tx, schoolId: string, today: Day): Promise<SeriesNumber> {
  const year = await fiscalYearOf(tx, schoolId, today)
  const [row] = await tx
    .insert(cashSeries)
    .values({ schoolId, year, last: 1 })
    .onConflictDoUpdate({ target: [cashSeries.schoolId, cashSeries.year], set: { last: sql`${cashSeries.last} + 1` } })
    .returning({ last: cashSeries.last })
  return numberOf('receipt', year, row?.last)
}

/** Takes the next number of a document's series, as `nextReceiptNumber` does; receipts come from there. */
export async function nextDocumentNumber(
  tx: Tx,
  schoolId: string,
  kind: DocumentKind,
  today: Day,
): Promise<SeriesNumber> {
  if (kind === 'receipt') return nextReceiptNumber(tx, schoolId, today)
  const year = await fiscalYearOf(tx, schoolId, today)
  const [row] = await tx
    .insert(feeSeries)
    .values({ schoolId, kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [feeSeries.schoolId, feeSeries.kind, feeSeries.year],
      set: { last: sql`${feeSeries.last} + 1` },
    })
    .returning({ last: feeSeries.last })
  return numberOf(kind, year, row?.last)
}

function numberOf(kind: DocumentKind, year: number, no: number | undefined): SeriesNumber {
  if (no === undefined) throw new Error('a series without a row')
  return { year, no, number: documentNumber(kind, year, no) }
}

const fiscalYearOf = async (tx: Tx, schoolId: string, today: Day): Promise<number> =>
  fiscalYear(today, (await readFeeSettings(tx, schoolId)).fiscalMonth)
