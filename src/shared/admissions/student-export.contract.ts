import { z } from 'zod'
import { endpoint, FileReply } from '#shared/kernel/endpoint.ts'
import { Language, Uuid } from '#shared/kernel/fields.ts'
import { listFormats } from '#shared/lists/spreadsheet.rules.ts'
import { exportColumnCodes } from '#shared/students/export-columns.rules.ts'
import { maxPrintColumns, studentColumnCodes } from '#shared/students/student-columns.rules.ts'
import { StudentFilter, studentSorts } from './student.contract.ts'

const maxPicked = 5000

/**
 * The students that a filter finds, in the list's own order, as a sheet to open elsewhere or on paper: everybody of one moment. It is
 * noted in the record with how many there were. Guardian columns need the permission to see student files. @throws AppError
 * access.denied; of paper also request.too-large above `maxRows`
 * students, and letter.not-made
 */
export const studentExport = endpoint({
  method: 'post',
  path: '/student/export',
  audience: 'session',
  stepUp: true,
  body: z
    .object({
      filter: StudentFilter.default({}),
      sort: z.enum(studentSorts).default('newest'),
      /** Only these, whatever the filter says. */
      ids: z.array(Uuid).min(1).max(maxPicked).optional(),
      /** In this order; all that are not about guardians unless said. */
      columns: z.array(z.enum(exportColumnCodes)).min(1).max(exportColumnCodes.length).default(studentColumnCodes),
      format: z.enum(listFormats).default('xlsx'),
      /** Of heads and words; in Arabic the sheet begins at the right. */
      language: Language,
    })
    .refine(({ format, columns }) => format !== 'pdf' || columns.length <= maxPrintColumns, { path: ['columns'] }),
  reply: FileReply,
  isFile: true,
})
