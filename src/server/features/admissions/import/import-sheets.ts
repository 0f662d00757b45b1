import { csvOf } from '#server/features/lists/spreadsheet/csv.service.ts'
import { xlsxOf } from '#server/features/lists/spreadsheet/xlsx.service.ts'
import { importColumnCodes, importColumns, reasonHead } from '#shared/admissions/import/import-columns.rules.ts'
import { reasonOf } from '#shared/admissions/import/import-reasons.rules.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Sheet, SheetColumn, SheetFormat, SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import type { StoredRow } from './import-job.service.ts'

const rowWord = { en: 'Row', ar: 'الصف رقم' } as const
const names = { en: 'Students', ar: 'الطلاب' } as const

const headsIn = (language: Language): SheetColumn[] =>
  importColumnCodes.map((code) => ({ ...importColumns[code], kind: 'text', head: importColumns[code][language] }))

const sheetOf = (language: Language, columns: readonly SheetColumn[]): Sheet => ({
  name: names[language],
  isRightToLeft: language === 'ar',
  columns,
})

/** Creates a file with only the headers. */
export const templateSheet = (language: Language, format: SheetFormat): Promise<Uint8Array<ArrayBuffer>> =>
  whole((format === 'csv' ? csvOf : xlsxOf)(sheetOf(language, headsIn(language)), pages([])))

/** Returns rows as in their file, each with its problem; nothing in them is a formula. */
export function refusedSheet(language: Language, rows: readonly StoredRow[]): Promise<Uint8Array<ArrayBuffer>> {
  const columns: SheetColumn[] = [{ head: reasonHead[language], kind: 'text' }, ...headsIn(language)]
  const lines = rows.map(
    ({ row, cells, problems }): SheetRow => [
      `${rowWord[language]} ${row} · ${problems.map((problem) => reasonOf(problem, language)).join(' · ')}`,
      ...importColumnCodes.map((code) => cells[code] ?? null),
    ],
  )
  return whole(csvOf(sheetOf(language, columns), pages(lines)))
}

async function* pages(rows: readonly SheetRow[]): AsyncGenerator<readonly SheetRow[]> {
  if (rows.length > 0) yield await Promise.resolve(rows)
}

async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  const bytes = new Uint8Array(all.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const chunk of all) {
    bytes.set(chunk, at)
    at += chunk.byteLength
  }
  return bytes
}
