import { z } from 'zod'
import { Bilingual, endpoint, FileReply, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Language, OpId, TypedName, Uuid } from '#shared/kernel/fields.ts'
import { sheetFormats, unreadableSheets } from '#shared/lists/spreadsheet.rules.ts'

/*
 * Pupils who are at the school, from a file: a dry run reads every row and imports nothing; told so, a job writes the rows some
 * hundred at a time. It can be stopped and resumed, and survives a restart. Pupils are recognised by their admission number; what
 * the file does not say of one stays as it is.
 */

/** Columns in the order of the template, with their headings. */
export const pupilColumns = {
  admissionNo: { en: 'Admission number', ar: 'رقم القيد' },
  nameEn: { en: 'Name (English)', ar: 'الاسم بالإنجليزية' },
  nameAr: { en: 'Name (Arabic)', ar: 'الاسم بالعربية' },
  grade: { en: 'Grade', ar: 'الصف' },
  classEn: { en: 'Class', ar: 'الشعبة' },
  classAr: { en: 'Class (Arabic)', ar: 'الشعبة بالعربية' },
  birthDate: { en: 'Birth date', ar: 'تاريخ الميلاد' },
  cardNo: { en: 'Card number', ar: 'رقم البطاقة' },
  guardianName: { en: 'Guardian', ar: 'ولي الأمر' },
  guardianEmail: { en: 'Guardian’s email', ar: 'بريد ولي الأمر الإلكتروني' },
  guardianPhone: { en: 'Guardian’s phone', ar: 'هاتف ولي الأمر' },
  openingBalance: { en: 'Opening balance', ar: 'الرصيد الافتتاحي' },
  dailyLimit: { en: 'Daily limit', ar: 'الحد اليومي' },
  overdraft: { en: 'Overdraft', ar: 'السحب على المكشوف' },
  allergens: { en: 'Allergies', ar: 'الحساسية' },
  diet: { en: 'Diet', ar: 'النظام الغذائي' },
} as const
export type PupilColumn = keyof typeof pupilColumns
export const pupilColumnCodes = Object.keys(pupilColumns) as [PupilColumn, ...PupilColumn[]]

export const pupilProblems = [
  'missing',
  'too-long',
  'no-name',
  'script',
  'not-a-number',
  'not-a-grade',
  'other-grade',
  'not-a-day',
  'day-to-come',
  'not-a-card',
  'card-taken',
  'not-an-email',
  'not-a-phone',
  'not-an-amount',
  /** The opening balance of a pupil is written once. */
  'already-opened',
  'unknown-allergen',
  'unknown-diet',
  /** Another row of the file has the same admission number or card. */
  'twice',
  'damaged',
] as const

export const PupilProblem = z.object({
  /** Null when the problem concerns the whole row. */
  column: z.enum(pupilColumnCodes).nullable(),
  why: z.enum(pupilProblems),
})
export type PupilProblem = z.infer<typeof PupilProblem>

const RefusedPupil = z.object({
  /** Number in the file, as spreadsheet programs show it: the heading is 1. */
  row: z.int(),
  name: z.string(),
  problems: z.array(PupilProblem),
})
export type RefusedPupil = z.infer<typeof RefusedPupil>

const Counts = z.object({ new: z.int(), changed: z.int(), same: z.int(), refused: z.int() })
export type PupilImportCounts = z.infer<typeof Counts>

/** `checked` while nothing is imported; `done` also when some rows were refused. */
export const pupilImportStates = ['checked', 'running', 'stopped', 'done'] as const

export const PupilImport = z.object({
  id: Uuid,
  fileName: z.string(),
  state: z.enum(pupilImportStates),
  counts: Counts,
  /** Rows that are imported, of those that are new or changed. */
  done: z.int(),
  startedAt: Instant,
  by: Bilingual,
})
export type PupilImport = z.infer<typeof PupilImport>

export const maxPupilRows = 25_000
export const maxPupilBytes = 8 * 2 ** 20
/** Refused rows that are listed; the counts name all of them. */
export const maxRefusedListed = 5000
/** Columns of a file that are looked at. */
export const maxPupilColumns = 50

const Unreadable = z.object({ why: z.enum(unreadableSheets), columns: z.array(z.enum(pupilColumnCodes)) })

/** A heading of the file (`ReadHead`). */
const Head = z.object({ head: z.string(), sample: z.string(), column: z.enum(pupilColumnCodes).nullable() })

/**
 * Reads a file and says of every row what would become of it; imports nothing. Repeating the command returns what it made.
 * `columns`: what a person says of headings; it is remembered for files with the same headings. A file that names balances or limits needs the right to move money on accounts.
 * @throws AppError access.denied, pupil.money-rights, request.too-large
 */
export const checkPupilImport = endpoint({
  method: 'post',
  path: '/pupils/import_check',
  audience: 'session',
  body: z.object({
    commandId: OpId,
    fileName: TypedName.pipe(z.string().min(1).max(200)),
    data: z.base64().max(Math.ceil(maxPupilBytes / 3) * 4),
    columns: z
      .array(z.object({ head: z.string().max(200), column: z.enum(pupilColumnCodes).nullable() }))
      .max(maxPupilColumns)
      .optional(),
  }),
  reply: z.object({
    job: PupilImport.nullable(),
    unreadable: Unreadable.nullable(),
    /** The headings of the file, where it could be read so far. */
    heads: z.array(Head).default([]),
    /** The headings were mapped by a person before, for a file of the same shape. */
    isRemembered: z.boolean().default(false),
  }),
  bodyLimit: Math.ceil(maxPupilBytes / 3) * 4 + 64 * 1024,
})
export type PupilImportChecked = z.infer<typeof checkPupilImport.reply>

/** Lists the latest imports, newest first. @throws AppError access.denied */
export const pupilImports = endpoint({
  method: 'get',
  path: '/pupils/imports',
  audience: 'session',
  body: Nothing,
  reply: z.object({ jobs: z.array(PupilImport) }),
})

/** Lists the refused rows of an import, in file order. @throws AppError access.denied, request.not-found */
export const pupilsRefused = endpoint({
  method: 'get',
  path: '/pupils/import_refused',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: z.object({ refused: z.array(RefusedPupil) }),
})

/**
 * Imports the rows that are new or changed, resumes after a stop, or stops. Balances and limits need the right to move money on
 * accounts; opening balances above the school's limit, the right to approve them.
 * @throws AppError access.denied, pupil.money-rights, request.not-found
 */
export const runPupilImport = endpoint({
  method: 'post',
  path: '/pupils/import_run',
  audience: 'session',
  body: z.object({ id: Uuid, isRunning: z.boolean() }),
  reply: z.object({ job: PupilImport }),
})

/** Returns an empty file with all columns that are imported. @throws AppError access.denied */
export const pupilTemplate = endpoint({
  method: 'post',
  path: '/pupils/import_template',
  audience: 'session',
  body: z.object({ language: Language, format: z.enum(sheetFormats).default('xlsx') }),
  reply: FileReply,
  isFile: true,
})
