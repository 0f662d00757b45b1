import { type PaperSchool, schoolValues } from '#server/features/letters/templates/letter-school.service.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { ResolvedLetter, Run, Said } from '#shared/kernel/letter/letter.ts'
import { maxRows } from '#shared/kernel/letter/letter-fields.rules.ts'
import { formatDay, localeOf } from '#shared/kernel/text/format-day.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import type { Cell, CellKind, Sheet, SheetRow } from '#shared/lists/spreadsheet.rules.ts'

interface Printed {
  sheet: Sheet
  rows: readonly SheetRow[]
  school: PaperSchool
  today: Day
}

type Table = Extract<ResolvedLetter['blocks'][number], { kind: 'table' }>
const words = {
  en: { date: 'Date', count: 'Number of students', no: 'No.' },
  ar: { date: 'التاريخ', count: 'عدد الطلاب', no: 'م' },
}

/** Collects the rows, limited to what a document can hold. @throws AppError request.too-large */
export async function rowsForPaper(pages: AsyncIterable<readonly SheetRow[]>): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const page of pages) {
    rows.push(...page)
    if (rows.length > maxRows) throw new AppError('request.too-large')
  }
  return rows
}

/** Lays out a list as a document, with the school at its head. Not a letter: it is not issued, and has no code. */
export function printedList({ sheet, rows, school, today }: Printed): ResolvedLetter {
  const lang = sheet.isRightToLeft ? 'ar' : 'en'
  const said = (text: string, dir?: Run['dir']): Said => [{ lang, runs: [{ text, ...(dir && { dir }) }] }]
  const { blocks, ...head } = resolveLetter(
    { title: { en: sheet.name, ar: sheet.name }, letterhead: true, blocks: [] },
    schoolValues(school),
    [lang],
    { brand: school.brand, logo: school.logo, verification: null },
  ).letter
  const { date, count } = words[lang]
  const facts = [
    { label: said(date), value: said(formatDay(today, lang)) },
    { label: said(count), value: said(new Intl.NumberFormat(localeOf(lang)).format(rows.length), 'ltr') },
  ]
  return {
    ...head,
    blocks: [
      ...blocks,
      { kind: 'heading', level: 1, said: said(sheet.name) },
      { kind: 'facts', rows: facts },
      tableOf(sheet, rows, { lang, said }),
    ],
  }
}

interface Speaking {
  lang: 'en' | 'ar'
  said: (text: string, dir?: Run['dir']) => Said
}

function tableOf({ columns }: Sheet, rows: readonly SheetRow[], { lang, said }: Speaking): Table {
  const cell = (value: Cell, kind: CellKind): Said => {
    if (value === null || value === '') return said('–')
    if (kind === 'day') return said(formatDay(String(value), lang), 'auto')
    return said(String(value), kind === 'number' ? 'ltr' : 'auto')
  }
  // A single column gets a row number beside it: a table has at least two.
  const isAlone = columns.length === 1
  const heads = columns.map(({ head }) => said(head))
  const [label = said(''), ...values] = isAlone ? [said(words[lang].no), ...heads] : heads
  const lines = rows.map((row, no) => {
    const cells = columns.map(({ kind }, at) => cell(row[at] ?? null, kind))
    const [first = said('–'), ...others] = isAlone ? [said(String(no + 1), 'ltr'), ...cells] : cells
    return { label: first, values: others }
  })
  const kinds = columns.map(({ kind }) => kind)
  return {
    kind: 'table',
    head: { label, values },
    numbers: (isAlone ? kinds : kinds.slice(1)).map((kind) => kind === 'number'),
    rows: lines,
  }
}
