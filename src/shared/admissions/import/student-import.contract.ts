import { z } from 'zod'
import { Bilingual, endpoint, FileReply, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Language, OpId, Revision, TypedName, UserId, Uuid } from '#shared/kernel/fields.ts'
import { sheetFormats, unreadableSheets } from '#shared/lists/spreadsheet.rules.ts'
import { importColumnCodes, maxImportBytes, maxImportColumns } from './import-columns.rules.ts'
import { importProblems } from './import-row.rules.ts'

/*
 * Import of students from a file: a dry run checks every row without importing anything; then the new students are
 * imported row by row. Both are one job, which can be stopped and resumed, survives a server restart, and is deleted
 * after some days with everything it read.
 */

export const importVerdicts = ['new', 'known', 'refused'] as const
const Verdict = z.enum(importVerdicts)
export type ImportVerdict = z.infer<typeof Verdict>

const Problem = z.object({
  /** Null when the problem concerns the whole row. */
  column: z.enum(importColumnCodes).nullable(),
  why: z.enum(importProblems),
  /** For `twice`: the row of the same child. */
  row: z.int().optional(),
})

export const ImportRow = z.object({
  /** Row number in the file, as spreadsheet programs show it: the heading is 1. */
  row: z.int(),
  verdict: Verdict,
  nameLatin: z.string().nullable(),
  nameArabic: z.string().nullable(),
  birthDate: Day.nullable(),
  grade: z.string().nullable(),
  problems: z.array(Problem),
  /** The student the school already has, and how the row was matched. */
  known: z
    .object({
      student_id: Uuid,
      registration_id: z.string(),
      by: z.enum(['reference', 'identity-number', 'name-and-birth-date']),
    })
    .nullable(),
  /** Guardians that match a person of the school or of another row. */
  joined: z.int(),
  siblings: z.int(),
  /**
   * The student would be shortlisted while the school's required identity check is open; no offer is possible before
   * it.
   */
  asksIdentity: z.boolean(),
  /** The student created from the row. */
  student_id: Uuid.nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportJob = z.object({
  id: Uuid,
  fileName: z.string(),
  format: z.enum(sheetFormats),
  /** `judged` while nothing is imported; `done` also when some rows were refused. */
  state: z.enum(['judged', 'running', 'stopped', 'done']),
  total: z.int(),
  counts: z.record(Verdict, z.int()),
  /** How many of the new students are imported. */
  brought: z.int(),
  /** Rows with a matched guardian, and rows with siblings. */
  joined: z.int(),
  siblings: z.int(),
  /** How many of the new students are shortlisted with an identity check still open. */
  asksIdentity: z.int(),
  /** Headings that were not understood, and columns that are not imported. */
  unknownHeads: z.array(z.string()),
  unusedHeads: z.array(z.string()),
  dayOrder: z.enum(['day-first', 'month-first']),
  startedAt: Instant,
  expiresAt: Instant,
  by: z.object({ userId: UserId, name: Bilingual }),
})
export type ImportJob = z.infer<typeof ImportJob>

/** A heading of the file (`ReadHead`). */
const HeadOfFile = z.object({ head: z.string(), sample: z.string(), column: z.enum(importColumnCodes).nullable() })

/** The reason a file cannot be read, and the columns concerned. */
const Unreadable = z.object({ why: z.enum(unreadableSheets), columns: z.array(z.enum(importColumnCodes)) })
export type Unreadable = z.infer<typeof Unreadable>

/**
 * Reads a file and checks every row; imports nothing. Repeating the command returns the existing job. `columns`: what a person
 * says of headings; it is remembered for files with the same headings.
 * @throws AppError access.denied, request.too-large
 */
export const checkImport = endpoint({
  method: 'post',
  path: '/student/import_check',
  audience: 'session',
  body: z.object({
    commandId: OpId,
    fileName: TypedName.pipe(z.string().min(1).max(200)),
    data: z.base64().max(Math.ceil(maxImportBytes / 3) * 4),
    columns: z
      .array(z.object({ head: z.string().max(200), column: z.enum(importColumnCodes).nullable() }))
      .max(maxImportColumns)
      .optional(),
  }),
  reply: z.object({
    job: ImportJob.nullable(),
    unreadable: Unreadable.nullable(),
    /** The headings of the file, where it could be read so far. */
    heads: z.array(HeadOfFile).default([]),
    /** The headings were mapped by a person before, for a file of the same shape. */
    isRemembered: z.boolean().default(false),
  }),
  bodyLimit: Math.ceil(maxImportBytes / 3) * 4 + 64 * 1024,
})

/** Lists the latest jobs, newest first. @throws AppError access.denied */
export const importJobs = endpoint({
  method: 'get',
  path: '/student/import_jobs',
  audience: 'session',
  body: Nothing,
  reply: z.object({ jobs: z.array(ImportJob) }),
})

/**
 * Lists the rows of a job in file order, those with problems first. @throws AppError access.denied, request.not-found
 */
export const importRows = endpoint({
  method: 'post',
  path: '/student/import_rows',
  audience: 'session',
  body: z.object({
    id: Uuid,
    verdict: Verdict.optional(),
    /** Number of rows already loaded. */
    seen: Revision.default(0),
    limit: z.int().min(1).max(500).default(200),
  }),
  reply: z.object({ rows: z.array(ImportRow), next: z.int().nullable() }),
})

/** Imports the new students, resumes after a stop, or stops. @throws AppError access.denied, request.not-found */
export const startImport = endpoint({
  method: 'post',
  path: '/student/import_bring',
  audience: 'session',
  body: z.object({ id: Uuid, isRunning: z.boolean() }),
  reply: z.object({ job: ImportJob }),
})

/**
 * Returns the refused rows as they were in the file, each with its reason, to be corrected and imported again.
 * @throws AppError access.denied, request.not-found
 */
export const importRefused = endpoint({
  method: 'post',
  path: '/student/import_refused',
  audience: 'session',
  body: z.object({ id: Uuid, language: Language }),
  reply: FileReply,
  isFile: true,
})

/** Returns an empty file with all columns that are imported. @throws AppError access.denied */
export const importTemplate = endpoint({
  method: 'post',
  path: '/student/import_template',
  audience: 'session',
  body: z.object({ language: Language, format: z.enum(sheetFormats).default('xlsx') }),
  reply: FileReply,
  isFile: true,
})
