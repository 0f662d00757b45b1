import { csvOf } from '#server/features/lists/spreadsheet/csv.service.ts'
import { xlsxOf } from '#server/features/lists/spreadsheet/xlsx.service.ts'
import type { Sheet, SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import { type Figure, toFigure, valueAtMost } from './figure.ts'

const full = { rows: 100_000, rounds: 5 }
const tiny = { rows: 500, rounds: 1 }

const column = (kind: 'text' | 'day' | 'number' | 'money', no: number) => ({ head: `Column ${no}`, kind, exponent: 2 })
const sheet: Sheet = {
  name: 'Bench',
  isRightToLeft: true,
  columns: (
    ['text', 'text', 'text', 'day', 'text', 'number', 'day', 'money', 'text', 'text', 'text', 'day'] as const
  ).map(column),
}

const rowOf = (no: number): SheetRow => [
  `M${no}`,
  `Sara Al-Kuwari ${no}`,
  `سارة الكواري ${no}`,
  `20${10 + (no % 20)}-0${1 + (no % 9)}-1${no % 10}`,
  no % 3 === 0 ? '=1+1' : 'Shortlisted',
  2030,
  '2030-03-03',
  no * 125,
  'قائمة الانتظار',
  'Qatar',
  no % 7 === 0 ? null : 'web',
  '2030-02-28',
]

async function* pages(rows: number, size = 2000): AsyncGenerator<readonly SheetRow[]> {
  for (let from = 0; from < rows; from += size)
    yield Array.from({ length: Math.min(size, rows - from) }, (_, no) => rowOf(from + no))
}

/** The same rows as lines of JSON. */
async function* waitlistsOf(_sheet: Sheet, rows: AsyncIterable<readonly SheetRow[]>): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder()
  for await (const page of rows) yield utf8.encode(page.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

interface Run {
  ms: number
  /** The most that was held while it ran, beyond what was held before it. */
  heldMb: number
}

async function run(write: typeof csvOf, rows: number): Promise<Run> {
  const before = process.memoryUsage().rss
  const from = performance.now()
  let most = before
  // Each piece is let go as soon as it is there, as when a connection takes it.
  for await (const piece of write(sheet, pages(rows))) {
    if (piece.byteLength > 0) most = Math.max(most, process.memoryUsage().rss)
  }
  return { ms: performance.now() - from, heldMb: (most - before) / 2 ** 20 }
}

/** A hundred thousand rows of twelve columns as a workbook and as CSV, beside lines of JSON of the same rows. */
export async function benchExports(isSmoke: boolean): Promise<Figure[]> {
  const { rows, rounds } = isSmoke ? tiny : full
  const [xlsx, csv, json]: Run[][] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    xlsx?.push(await run(xlsxOf, rows))
    csv?.push(await run(csvOf, rows))
    json?.push(await run(waitlistsOf, rows))
  }
  const figure = (name: string, unit: string, of: keyof Run, runs: Run[] = [], limit: number) =>
    toFigure({
      name: `${rows} rows × 12 columns as ${name}`,
      unit,
      yardstickName: 'lines of JSON',
      values: runs.map((each) => each[of]),
      yardsticks: (json ?? []).map((each) => each[of]),
      goal: valueAtMost(limit),
    })
  return [
    figure('a workbook', 'ms', 'ms', xlsx, 5000),
    figure('CSV', 'ms', 'ms', csv, 5000),
    figure('a workbook, memory', 'MB', 'heldMb', xlsx, 200),
  ]
}
