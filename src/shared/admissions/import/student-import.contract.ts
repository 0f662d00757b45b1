import { z } from 'zod'
import { Bilingual, endpoint, FileReply, Nothing } from '#shared/kernel/endpoint.ts'
import { Day, Instant, Language, OpId, UserId, Uuid } from '#shared/kernel/fields.ts'
import { sheetFormats } from '#shared/lists/spreadsheet.rules.ts'
import { importColumnCodes, largestImport, unreadableSheets } from './import-columns.rules.ts'
import { importProblems } from './import-row.rules.ts'

/*
 * Students from a file: first every row is judged and nothing is brought in; then whoever is new is, row by row. Both are one job,
 * which is stopped and resumed, survives the server's end, and is forgotten after some days with everything it read.
 */

export const importVerdicts = ['new', 'known', 'refused'] as const
const Verdict = z.enum(importVerdicts)
export type ImportVerdict = z.infer<typeof Verdict>

const Problem = z.object({
  /** Null where the row as a whole is wrong. */
  column: z.enum(importColumnCodes).nullable(),
  why: z.enum(importProblems),
  /** Of `twice`: the row of the same child. */
  row: z.int().optional(),
})

export const ImportRow = z.object({
  /** Its number in the file, as programs show it: the head is 1. */
  row: z.int(),
  verdict: Verdict,
  nameLatin: z.string().nullable(),
  nameArabic: z.string().nullable(),
  birthDate: Day.nullable(),
  grade: z.string().nullable(),
  problems: z.array(Problem),
  /** Whom the school knows already, and by what. */
  known: z
    .object({
      student_id: Uuid,
      registration_id: z.string(),
      by: z.enum(['reference', 'identity-number', 'name-and-birth-date']),
    })
    .nullable(),
  /** Parents who are somebody's of the school or of another row already. */
  joined: z.int(),
  siblings: z.int(),
  /** It comes on the short list, and the school asks for an identity check first: that is open, and no offer before it. */
  asksIdentity: z.boolean(),
  /** Whom the row has become. */
  student_id: Uuid.nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>

export const ImportJob = z.object({
  id: Uuid,
  fileName: z.string(),
  format: z.enum(sheetFormats),
  /** `judged` while nothing was brought in; `done` also when some rows were refused. */
  state: z.enum(['judged', 'running', 'stopped', 'done']),
  total: z.int(),
  counts: z.record(Verdict, z.int()),
  /** Of those that are new, how many are brought in. */
  brought: z.int(),
  /** Rows with a parent who is joined, and rows with brothers or sisters. */
  joined: z.int(),
  siblings: z.int(),
  /** Of those that are new, how many come on the short list with an identity check still open. */
  asksIdentity: z.int(),
  /** Heads of the file that were not understood, and columns that are not taken from files. */
  unknownHeads: z.array(z.string()),
  unusedHeads: z.array(z.string()),
  dayOrder: z.enum(['day-first', 'month-first']),
  startedAt: Instant,
  expiresAt: Instant,
  by: z.object({ userId: UserId, name: Bilingual }),
})
export type ImportJob = z.infer<typeof ImportJob>

/** Why a file is not read at all, and which columns it is about. */
const Unreadable = z.object({ why: z.enum(unreadableSheets), columns: z.array(z.enum(importColumnCodes)) })
export type Unreadable = z.infer<typeof Unreadable>

/**
 * Reads a file and judges every row; brings nothing in. The same command again is answered with the job that there is.
 * @throws AppError access.denied, request.too-large
 */
export const checkImport = endpoint({
  method: 'post',
  path: '/student/import_check',
  audience: 'session',
  body: z.object({
    commandId: OpId,
    fileName: z.string().trim().min(1).max(200),
    data: z.base64().max(Math.ceil(largestImport / 3) * 4),
  }),
  reply: z.object({ job: ImportJob.nullable(), unreadable: Unreadable.nullable() }),
  bodyLimit: Math.ceil(largestImport / 3) * 4 + 64 * 1024,
})

/** The latest jobs, the newest first. @throws AppError access.denied */
export const importJobs = endpoint({
  method: 'get',
  path: '/student/import_jobs',
  audience: 'session',
  body: Nothing,
  reply: z.object({ jobs: z.array(ImportJob) }),
})

/** The rows of a job in the order of the file, those that are wrong first. @throws AppError access.denied, request.not-found */
export const importRows = endpoint({
  method: 'post',
  path: '/student/import_rows',
  audience: 'session',
  body: z.object({
    id: Uuid,
    verdict: Verdict.optional(),
    /** How many were seen. */
    seen: z.int().min(0).default(0),
    limit: z.int().min(1).max(500).default(200),
  }),
  reply: z.object({ rows: z.array(ImportRow), next: z.int().nullable() }),
})

/** Brings in whoever is new, goes on after a stop, or stops. @throws AppError access.denied, request.not-found */
export const bringImport = endpoint({
  method: 'post',
  path: '/student/import_bring',
  audience: 'session',
  body: z.object({ id: Uuid, isRunning: z.boolean() }),
  reply: z.object({ job: ImportJob }),
})

/** The refused rows as they were in the file, with the reason beside each, to be mended and brought again. @throws AppError access.denied, request.not-found */
export const importRefused = endpoint({
  method: 'post',
  path: '/student/import_refused',
  audience: 'session',
  body: z.object({ id: Uuid, language: Language }),
  reply: FileReply,
  isFile: true,
})

/** An empty file with all columns that are read. @throws AppError access.denied */
export const importTemplate = endpoint({
  method: 'post',
  path: '/student/import_template',
  audience: 'session',
  body: z.object({ language: Language, format: z.enum(sheetFormats).default('xlsx') }),
  reply: FileReply,
  isFile: true,
})
