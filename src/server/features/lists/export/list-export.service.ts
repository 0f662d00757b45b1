import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual, FileReply } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { currencyExponents } from '#shared/kernel/money.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { type ExportedList, exportedLists, type ListColumn, maxExported } from '#shared/lists/list-columns.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import type { Cell, CellKind, Sheet, SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import { writeSheet } from '../spreadsheet/write-sheet.service.ts'
import { type Voice, voiceOf } from './list-words.service.ts'

interface Source<L extends ExportedList, Row> {
  /** Yields all rows of the filter, page by page; the next one is read when the former is written. */
  pages: (tx: Tx) => AsyncIterable<readonly Row[]>
  cells: (row: Row, voice: Voice) => Record<ListColumn<L>, Cell>
  /** Headings that an import looks for, instead of the usual ones. */
  heads?: Partial<Record<ListColumn<L>, Bilingual>>
}

/**
 * Exports a list as a file, complete before the first byte is sent, and recorded in the audit log. The caller checks who may see
 * the list. @throws AppError access.denied, request.too-large
 */
export async function exportList<L extends ExportedList, Row>(
  ctx: SessionCtx,
  list: L,
  { columns, format, language }: ExportHow<L>,
  { pages, cells, heads = {} }: Source<L, Row>,
): Promise<FileReply> {
  requirePermission(ctx.session, 'lists.export')
  const { timeZone, currency } = ctx.school
  const voice = voiceOf(language, timeZone)
  const sheet = sheetOf(list, columns, voice, { exponent: currencyExponents[currency], heads })
  const bytes = await ctx.tenant(async (tx) => {
    let count = 0
    async function* rows(): AsyncGenerator<readonly SheetRow[]> {
      for await (const page of pages(tx)) {
        count += page.length
        if (count > maxExported) throw new AppError('request.too-large')
        yield page.map((row) => {
          const said = cells(row, voice)
          return columns.map((code) => said[code])
        })
      }
    }
    const made = await writeSheet(sheet, rows(), format)
    await recordAuditEvent(tx, ctx, 'list-exported', { about: null, facts: { list, count, format } })
    return made
  })
  const day = businessDay(ctx.deps.clock.nowMs(), timeZone, 0)
  return { name: `${list}-${day}.${format}`, kind: format, bytes }
}

function sheetOf<L extends ExportedList>(
  list: L,
  columns: readonly ListColumn<L>[],
  { language, text }: Voice,
  { exponent, heads }: { exponent: number; heads: Partial<Record<string, Bilingual>> },
): Sheet {
  const known: Readonly<Record<string, { kind: CellKind; width?: number }>> = exportedLists[list]
  return {
    name: text(`export.list.${list}`),
    isRightToLeft: language === 'ar',
    columns: columns.map((code) => ({
      kind: 'text',
      ...known[code],
      exponent,
      head: heads[code]?.[language] ?? text(`export.column.${code}`),
    })),
  }
}
