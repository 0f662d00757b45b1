import { z } from 'zod'
import { endpoint, FileReply } from '#shared/kernel/endpoint.ts'
import { Language } from '#shared/kernel/fields.ts'
import { sheetFormats, unreadableSheets } from '#shared/lists/spreadsheet.rules.ts'

/*
 * The catalogue as a spreadsheet: exported, changed elsewhere, imported. A dry run reads every row and changes nothing.
 */

/** Columns of the spreadsheet in their order, with their headings; a file may name them in either language or by code. */
export const catalogueColumns = {
  nameEn: { en: 'Name (English)', ar: 'الاسم بالإنجليزية' },
  nameAr: { en: 'Name (Arabic)', ar: 'الاسم بالعربية' },
  categoryEn: { en: 'Category (English)', ar: 'الفئة بالإنجليزية' },
  categoryAr: { en: 'Category (Arabic)', ar: 'الفئة بالعربية' },
  price: { en: 'Price', ar: 'السعر' },
  tax: { en: 'Tax code', ar: 'الرمز الضريبي' },
  barcode: { en: 'Barcode', ar: 'الرمز الشريطي' },
  moreBarcodes: { en: 'More barcodes', ar: 'رموز شريطية أخرى' },
  allergens: { en: 'Contains', ar: 'يحتوي على' },
  diet: { en: 'Suitable for', ar: 'مناسب لـ' },
  kcal: { en: 'Energy in kcal', ar: 'الطاقة بالسعرات' },
  sort: { en: 'Position', ar: 'الترتيب' },
  active: { en: 'On sale', ar: 'معروض للبيع' },
} as const
export type CatalogueColumn = keyof typeof catalogueColumns
export const catalogueColumnCodes = Object.keys(catalogueColumns) as [CatalogueColumn, ...CatalogueColumn[]]

export const itemProblems = [
  'missing',
  'too-long',
  'not-a-price',
  'unknown-tax',
  'not-a-barcode',
  'unknown-allergen',
  'unknown-diet',
  'not-a-number',
  'not-yes-or-no',
  /** Another row of the file is the same item, or has the same barcode. */
  'twice',
  /** Another item of the school has the barcode. */
  'taken',
  'damaged',
] as const

export const CatalogueRowProblem = z.object({
  /** Null when the problem concerns the whole row. */
  column: z.enum(catalogueColumnCodes).nullable(),
  why: z.enum(itemProblems),
})
export type CatalogueRowProblem = z.infer<typeof CatalogueRowProblem>

export const maxCatalogueRows = 5000
export const maxCatalogueBytes = 4 * 2 ** 20

/**
 * Reads a file and says of every row what would become of it; with `isApplied` the rows that have no problem are written, all or
 * none. Items are recognised by their barcode, else by category and English name; columns that the file has not stay as they are.
 * @throws AppError access.denied, request.too-large
 */
export const importCatalogue = endpoint({
  method: 'post',
  path: '/catalogue/import',
  audience: 'session',
  body: z.object({ data: z.base64().max(Math.ceil(maxCatalogueBytes / 3) * 4), isApplied: z.boolean() }),
  reply: z.object({
    unreadable: z.object({ why: z.enum(unreadableSheets), columns: z.array(z.enum(catalogueColumnCodes)) }).nullable(),
    counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), refused: z.int() }),
    /** Every refused row by its number in the file, as spreadsheet programs show it: the heading is 1. */
    refused: z.array(z.object({ row: z.int(), name: z.string(), problems: z.array(CatalogueRowProblem) })),
  }),
  bodyLimit: Math.ceil(maxCatalogueBytes / 3) * 4 + 64 * 1024,
})
export type CatalogueImport = z.infer<typeof importCatalogue.reply>

/** Returns the catalogue as a file that can be imported again; of an empty one the headings. @throws AppError access.denied */
export const exportCatalogue = endpoint({
  method: 'post',
  path: '/catalogue/export',
  audience: 'session',
  body: z.object({ language: Language, format: z.enum(sheetFormats).default('xlsx') }),
  reply: FileReply,
  isFile: true,
})
