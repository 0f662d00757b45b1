import { z } from 'zod'
import { endpoint, FileReply } from '#shared/kernel/endpoint.ts'
import { Language, Uuid } from '#shared/kernel/fields.ts'
import { sheetFormats, unreadableSheets } from '#shared/lists/spreadsheet.rules.ts'
import { FeeYear } from './fee-fields.ts'

/*
 * Fee schedules as a spreadsheet: a row for each schedule and component. A dry run reads every row and changes nothing.
 */

/** Columns in their order, with their headings; a file may name them in either language or by code. */
export const scheduleColumns = {
  grades: { en: 'Grades', ar: 'الصفوف' },
  pupils: { en: 'Children', ar: 'الأطفال' },
  campus: { en: 'Campus', ar: 'الفرع' },
  stream: { en: 'Stream', ar: 'المسار' },
  component: { en: 'Component', ar: 'البند' },
  amount: { en: 'Amount', ar: 'المبلغ' },
  approved: { en: 'Approved amount', ar: 'المبلغ المعتمد' },
} as const
export type ScheduleColumn = keyof typeof scheduleColumns
export const scheduleColumnCodes = Object.keys(scheduleColumns) as [ScheduleColumn, ...ScheduleColumn[]]

export const scheduleProblems = [
  'missing',
  'too-long',
  'unknown-grade',
  'unknown-pupils',
  'unknown-component',
  'not-an-amount',
  /** The file has this component of this schedule in another row. */
  'twice',
  'damaged',
  /** The rows of this schedule break a rule of the regulator, or its plan does not fit. */
  'unlawful',
  'plan-sum',
] as const

export const maxScheduleRows = 2000
export const maxScheduleBytes = 2 * 2 ** 20

/**
 * Reads a file and says what would become of its schedules in a year; with `isApplied` it writes them as drafts with this plan, all
 * or, where a row is refused, none. A schedule is known by its grades, children, campus and stream: an approved one gets a new version.
 * @throws AppError access.denied, request.too-large, request.not-found for the plan, fees.retired
 */
export const importFeeSchedules = endpoint({
  method: 'post',
  path: '/fees/schedule_import',
  audience: 'session',
  body: z.object({
    data: z.base64().max(Math.ceil(maxScheduleBytes / 3) * 4),
    isApplied: z.boolean(),
    year: FeeYear,
    planId: Uuid,
  }),
  reply: z.object({
    unreadable: z.object({ why: z.enum(unreadableSheets), columns: z.array(z.enum(scheduleColumnCodes)) }).nullable(),
    /** Of schedules; `refused` of rows. */
    counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), refused: z.int() }),
    /** Refused rows by their number in the file: the heading is 1. */
    refused: z.array(
      z.object({
        row: z.int(),
        name: z.string(),
        problems: z.array(z.object({ column: z.enum(scheduleColumnCodes).nullable(), why: z.enum(scheduleProblems) })),
      }),
    ),
  }),
  bodyLimit: Math.ceil(maxScheduleBytes / 3) * 4 + 64 * 1024,
})
export type ScheduleImport = z.infer<typeof importFeeSchedules.reply>

/** Returns the schedules of a year as a file that can be imported again: drafts, else the approved versions. @throws AppError access.denied */
export const exportFeeSchedules = endpoint({
  method: 'post',
  path: '/fees/schedule_export',
  audience: 'session',
  body: z.object({ year: FeeYear, language: Language, format: z.enum(sheetFormats).default('xlsx') }),
  reply: FileReply,
  isFile: true,
})
