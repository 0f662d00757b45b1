// chunk: desk-calls
import { z } from 'zod'
import { endpoint, FileReply } from '#shared/kernel/endpoint.ts'
import { Language } from '#shared/kernel/fields.ts'
import { type ExportedList, type ListColumn, listColumns } from './list-columns.rules.ts'
import { sheetFormats } from './spreadsheet.rules.ts'

/**
 * A list that staff see as a sheet to open elsewhere: everything that the filter finds, in the list's own order. It is noted in the
 * record with how many rows there were. @param more `stepUp` for a list of people
 * @throws AppError access.denied, auth.step-up-needed, request.too-large above `maxExported` rows
 */
export const listExport = <L extends ExportedList, F extends z.ZodType>(
  path: `/${string}`,
  list: L,
  filter: F,
  more: { stepUp?: true } = {},
) => {
  const codes = listColumns(list)
  return endpoint({
    method: 'post',
    path,
    audience: 'session',
    body: z.object({
      filter,
      /** In this order; all of them unless said. */
      columns: z.array(z.enum(codes)).min(1).max(codes.length).default(codes),
      format: z.enum(sheetFormats).default('xlsx'),
      /** Of heads and words; in Arabic the sheet begins at the right. */
      language: Language,
    }),
    reply: FileReply,
    isFile: true,
    ...more,
  })
}

/** How a list is taken out, whichever it is. */
export interface ExportHow<L extends ExportedList> {
  columns: ListColumn<L>[]
  format: (typeof sheetFormats)[number]
  language: Language
}
