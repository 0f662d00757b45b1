import { csvOf } from '#server/features/lists/spreadsheet/csv.service.ts'
import { type ImportColumn, importColumns } from '#shared/admissions/import/import-columns.rules.ts'
import type { ImportCells } from '#shared/admissions/import/import-row.rules.ts'
import { checkImport, importJobs, importRows, startImport } from '#shared/admissions/import/student-import.contract.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'

/** A list as a school keeps it, in the columns that are named. */
export async function csvFile(columns: readonly ImportColumn[], rows: readonly ImportCells[], lng: 'en' | 'ar' = 'en') {
  const sheet = {
    name: 'Students',
    isRightToLeft: lng === 'ar',
    columns: columns.map((code) => ({ kind: 'text' as const, head: importColumns[code][lng] })),
  }
  async function* page() {
    yield await Promise.resolve(rows.map((row) => columns.map((code) => row[code] ?? null)))
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of csvOf(sheet, page())) chunks.push(chunk)
  return new Uint8Array(Buffer.concat(chunks))
}

export async function check(
  box: Box,
  caller: Caller,
  bytes: Uint8Array,
  commandId = crypto.randomUUID(),
  columns?: { head: string; column: ImportColumn | null }[],
) {
  const data = Buffer.from(bytes).toString('base64')
  const { body } = await call(box.app, caller, checkImport, { commandId, fileName: 'list.csv', data, columns })
  return checkImport.reply.parse(body)
}

/** The job of a file that can be read. */
export async function judged(box: Box, caller: Caller, bytes: Uint8Array) {
  const { job, unreadable } = await check(box, caller, bytes)
  if (!job) throw new Error(`the file was not read: ${unreadable?.why}`)
  return job
}

export async function rowsOf(box: Box, caller: Caller, id: string) {
  const { body } = await call(box.app, caller, importRows, { id, limit: 500 })
  return importRows.reply.parse(body).rows
}

export async function jobOf(box: Box, caller: Caller, id: string) {
  const { body } = await call(box.app, caller, importJobs)
  return importJobs.reply.parse(body).jobs.find((job) => job.id === id)
}

export const bring = async (box: Box, caller: Caller, id: string, isRunning = true) =>
  startImport.reply.parse((await call(box.app, caller, startImport, { id, isRunning })).body).job

/** Made-up pupils in families of one to three, with both parents each; brothers and sisters say the same of them. */
export function pupils(count: number): ImportCells[] {
  const rows: ImportCells[] = []
  for (let family = 0; rows.length < count; family += 1) {
    const children = family % 5 === 0 ? 3 : family % 5 === 1 ? 2 : 1
    for (let child = 0; child < children && rows.length < count; child += 1)
      rows.push({
        nameEn: `${['Sara', 'Omar', 'Layla'][child]} Hassan Al-Family${letters(family)}`,
        nameAr: `${['سارة', 'عمر', 'ليلى'][child]} حسن العائلة`,
        birthDate: `20${12 + child * 3}-0${1 + (family % 9)}-${10 + (family % 18)}`,
        grade: String(1 + ((family + child) % 9)),
        entryYear: '2030',
        nationality: family % 2 === 0 ? 'Qatar' : 'الأردن',
        language: family % 2 === 0 ? 'Arabic' : 'الإنجليزية',
        identityNumber: `2${String(family).padStart(7, '0')}${child}19`,
        guardian1NameEn: `Hassan Al-Family${letters(family)}`,
        guardian1Relation: 'Father',
        guardian1Phone: `+9745${String(5_000_000 + family).slice(-7)}`,
        guardian1Email: `hassan.${family}@home.example`,
        guardian2NameEn: `Mariam Al-Family${letters(family)}`,
        guardian2Relation: 'الأم',
        guardian2Phone: `6${String(6_000_000 + family).slice(-7)}`,
      })
  }
  return rows
}

const letters = (no: number) => Array.from(String(no), (digit) => 'abcdefghij'[Number(digit)]).join('')

export const pupilColumns = [
  'nameEn',
  'nameAr',
  'birthDate',
  'grade',
  'entryYear',
  'nationality',
  'language',
  'identityNumber',
  'guardian1NameEn',
  'guardian1Relation',
  'guardian1Phone',
  'guardian1Email',
  'guardian2NameEn',
  'guardian2Relation',
  'guardian2Phone',
] as const satisfies readonly ImportColumn[]
