import type { Sheet, SheetFormat, SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import { csvOf } from './csv.service.ts'
import { xlsxOf } from './xlsx.service.ts'

/**
 * Returns the whole spreadsheet, compressed: no slow reader holds a transaction open, and an error while reading its rows is
 * still refused. @throws RangeError for more rows than a workbook holds
 */
export async function writeSheet(
  sheet: Sheet,
  pages: AsyncIterable<readonly SheetRow[]>,
  format: SheetFormat,
): Promise<Uint8Array<ArrayBuffer>> {
  const made: Uint8Array[] = []
  for await (const chunk of (format === 'csv' ? csvOf : xlsxOf)(sheet, pages)) made.push(chunk)
  const whole = new Uint8Array(made.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const chunk of made) {
    whole.set(chunk, at)
    at += chunk.byteLength
  }
  return whole
}
