import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { readColumns } from '#server/features/lists/spreadsheet/read-columns.service.ts'
import { writeSheet } from '#server/features/lists/spreadsheet/write-sheet.service.ts'
import { beginPriceList, lockSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toDecimalText } from '#shared/kernel/money.ts'
import type { Catalogue, CatalogueItem } from '#shared/pos/catalogue-edit.contract.ts'
import {
  type CatalogueImport,
  catalogueColumnCodes,
  catalogueColumns,
  maxCatalogueRows,
} from '#shared/pos/catalogue-import.contract.ts'
import type { SheetFormat, SheetRow } from '#shared/lists/spreadsheet.rules.ts'
import { assignVersions } from '../../snapshot/version.service.ts'
import { categories } from '../catalogue.table.ts'
import { readWholeCatalogue } from '../read-catalogue.service.ts'
import { writeItems } from '../write-items.service.ts'
import { type ImportPlan, planImport } from './plan-import.rules.ts'

const asked = {
  columns: catalogueColumns,
  required: ['nameEn', 'nameAr', 'categoryEn', 'price'],
  maxRows: maxCatalogueRows,
} as const
const none = { new: 0, changed: 0, same: 0, refused: 0 }

/** Reads a file and, if asked, writes its faultless rows: all of them or, on an error, none. */
export async function importFile(ctx: SessionCtx, data: string, isApplied: boolean): Promise<CatalogueImport> {
  const rows = readColumns(
    Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)),
    asked,
  )
  if ('why' in rows) return { unreadable: rows, counts: none, refused: [] }
  const { schoolId } = ctx.school
  const { clock, random } = ctx.deps
  return ctx.tenant(async (tx) => {
    if (isApplied) await lockSchool(tx, schoolId)
    const catalogue = await readWholeCatalogue(tx, schoolId, clock.nowMs())
    const plan = planImport(rows, catalogue, () => uuidv7(clock.nowMs(), random))
    if (isApplied) await writePlan(tx, ctx, plan)
    return { unreadable: null, counts: countsOf(plan), refused: plan.refused }
  })
}

function countsOf({ items: written, same, refused }: ImportPlan): CatalogueImport['counts'] {
  const added = written.filter(({ known }) => known === undefined).length
  return { new: added, changed: written.length - added, same, refused: refused.length }
}

async function writePlan(tx: Tx, ctx: SessionCtx, plan: ImportPlan): Promise<void> {
  const { schoolId } = ctx.school
  const { new: added, changed } = countsOf(plan)
  if (added + changed === 0) return
  const isRepriced = plan.items.some(
    ({ item, known }) => known && (known.price !== item.price || known.taxCode !== item.taxCode),
  )
  if (isRepriced) await beginPriceList(tx, await lockSchool(tx, schoolId))
  await recordAuditEvent(tx, ctx, 'catalogue-imported', { about: null, facts: { count: added + changed, isRepriced } })
  let version = await assignVersions(tx, schoolId, plan.categories.length + plan.items.length)
  const next = () => {
    version += 1
    return version
  }
  const newCategories = plan.categories.map((row) => ({ ...row, schoolId, active: true, version: next() }))
  if (newCategories.length > 0) await tx.insert(categories).values(newCategories)
  await writeItems(
    tx,
    schoolId,
    plan.items.map(({ item }) => ({ ...item, version: next() })),
  )
}

const sheetName = { en: 'Catalogue', ar: 'قائمة الأصناف' } as const
const yesOrNo = { en: ['no', 'yes'], ar: ['لا', 'نعم'] } as const

/** Returns the catalogue as a file that can be imported again. */
export async function exportFile(ctx: SessionCtx, language: Language, format: SheetFormat): Promise<FileReply> {
  const catalogue = await ctx.tenant((tx) => readWholeCatalogue(tx, ctx.school.schoolId, ctx.deps.clock.nowMs()))
  const columns = catalogueColumnCodes.map((code) => ({
    head: catalogueColumns[code][language],
    kind: 'text' as const,
  }))
  const sheet = { name: sheetName[language], isRightToLeft: language === 'ar', columns }
  return {
    name: `catalogue.${format}`,
    kind: format,
    bytes: await writeSheet(sheet, pagesOf(catalogue, language), format),
  }
}

async function* pagesOf(catalogue: Catalogue, language: Language): AsyncGenerator<readonly SheetRow[]> {
  if (catalogue.items.length === 0) return
  yield await Promise.resolve(catalogue.items.map((item) => rowOf(item, catalogue, language)))
}

function rowOf(item: CatalogueItem, { currency, categories: known }: Catalogue, language: Language): SheetRow {
  const category = known.find(({ id }) => id === item.categoryId)?.name
  return [
    item.name.en,
    item.name.ar,
    category?.en ?? null,
    category?.ar ?? null,
    toDecimalText(item.price, currency),
    item.taxCode,
    item.barcode,
    item.moreBarcodes?.join(', ') ?? null,
    item.allergens.join(', '),
    item.diet.join(', '),
    item.kcal === null ? null : String(item.kcal),
    String(item.sort),
    yesOrNo[language][item.active ? 1 : 0] ?? null,
  ]
}
