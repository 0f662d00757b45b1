import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { ConsentEffect } from '#server/features/consents/consent-effect.service.ts'
import { setPaper } from '#server/features/letters/issue/print-letter.service.ts'
import {
  type PaperSchool,
  paperSchool,
  schoolValues,
} from '#server/features/letters/templates/letter-school.service.ts'
import { writeSheet } from '#server/features/lists/spreadsheet/write-sheet.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { studentExport } from '#shared/admissions/student-export.contract.ts'
import { studentRehearse } from '#shared/admissions/student-rehearse.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { maxRows } from '#shared/kernel/letter/letter-fields.rules.ts'
import type { ResolvedLetter, Run, Said } from '#shared/kernel/letter/letter.ts'
import { formatDay, localeOf } from '#shared/kernel/text/format-day.rules.ts'
import { businessDay, type Day } from '#shared/kernel/time.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import type { Cell, CellKind, Sheet, SheetFormat, SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import { isGuardianColumn } from '#shared/students/export-columns.rules.ts'
import { staffActor } from '../transitions/actor.service.ts'
import { rehearse } from '../transitions/rehearse.service.ts'
import { exportRows, exportSheet } from './student-export.service.ts'

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
async function rowsForPaper(pages: AsyncIterable<readonly SheetRow[]>): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const page of pages) {
    rows.push(...page)
    if (rows.length > maxRows) throw new AppError('request.too-large')
  }
  return rows
}

/** Lays out a list as a document, with the school at its head. Not a letter: it is not issued, and has no code. */
function printedList({ sheet, rows, school, today }: Printed): ResolvedLetter {
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

/** Routes for actions on many students. */
export const studentListRoutes =
  (consentEffects: readonly ConsentEffect[]): Feature =>
  ({ clock }) => [
    route.session(studentRehearse, async (ctx, asked) => {
      requirePermission(ctx.session, 'students.decide')
      const by = { ...staffActor(ctx), consentEffects }
      return ctx.tenant(async (tx) => ({ results: await rehearse(tx, by, asked) }))
    }),
    route.session(studentExport, async (ctx, asked) => {
      requirePermission(ctx.session, 'students.export')
      if (asked.columns.some(isGuardianColumn)) requirePermission(ctx.session, 'students.see')
      const day = businessDay(clock.nowMs(), ctx.school.timeZone, 0)
      const { format } = asked
      const bytes = format === 'pdf' ? await paperOf(ctx, asked, day) : await sheetOf(ctx, asked, format)
      return { name: `students-${day}.${format}`, kind: format, bytes }
    }),
  ]

type Params = z.output<typeof studentExport.body>

const placeOf = ({ school: { schoolId, timeZone } }: SessionCtx) => ({ schoolId, timeZone })

const sheetOf = (ctx: SessionCtx, asked: Params, format: SheetFormat): Promise<Uint8Array<ArrayBuffer>> =>
  ctx.tenant(async (tx) => {
    let count = 0
    const rows = exportRows(tx, { ...asked, ...placeOf(ctx) }, (more) => {
      count += more
    })
    const made = await writeSheet(exportSheet(asked), rows, format)
    await recordAuditEvent(tx, ctx, 'students-exported', { about: null, facts: { count, format } })
    return made
  })

/** Typeset after the transaction, as it takes seconds. @throws AppError request.too-large, letter.not-made */
async function paperOf(ctx: SessionCtx, asked: Params, today: Day): Promise<Uint8Array<ArrayBuffer>> {
  const list = await ctx.tenant(async (tx) => {
    const rows = await rowsForPaper(exportRows(tx, { ...asked, ...placeOf(ctx) }, () => {}))
    const school = await paperSchool(tx, ctx.school.schoolId)
    await recordAuditEvent(tx, ctx, 'students-exported', { about: null, facts: { count: rows.length, format: 'pdf' } })
    return printedList({ sheet: exportSheet(asked), rows, school, today })
  })
  return Uint8Array.from((await setPaper(ctx.deps, list, 'list of students')).pdf)
}
