import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { ItemInput } from '#shared/pos/catalogue-edit.contract.ts'
import { items } from './catalogue.table.ts'

/** A statement with more rows would have more parameters than PostgreSQL takes. */
const rowsPerStatement = 500

/** All columns that an editor knows, but the key, as the row that could not be inserted has them. */
const excluded = Object.fromEntries(
  (
    [
      ['categoryId', 'category_id'],
      ['name', 'name'],
      ['price', 'price'],
      ['taxCode', 'tax_code'],
      ['barcode', 'barcode'],
      ['modifierGroupIds', 'modifier_group_ids'],
      ['allergens', 'allergens'],
      ['diet', 'diet'],
      ['kcal', 'kcal'],
      ['sort', 'sort'],
      ['active', 'active'],
      ['moreBarcodes', 'more_barcodes'],
      ['availableFrom', 'available_from'],
      ['availableUntil', 'available_until'],
      ['version', 'version'],
    ] as const
  ).map(([name, column]) => [name, sql.raw(`excluded.${column}`)]),
)

/** Inserts or changes whole items, in statements of some hundred. A barcode may move from one of them to another. */
export async function writeItems(
  tx: Tx,
  schoolId: string,
  written: readonly (ItemInput & { version: number })[],
): Promise<void> {
  const rows = written.map((item) => ({ ...item, schoolId }))
  const taken = rows.flatMap(({ barcode }) => (barcode === null ? [] : [barcode]))
  if (taken.length > 0) {
    const ids = rows.map(({ id }) => id)
    await tx.execute(sql`
      update items set barcode = null
      where school_id = ${schoolId} and barcode = any(${sql.param(taken)}::text[]) and id = any(${sql.param(ids)}::uuid[])`)
  }
  for (let at = 0; at < rows.length; at += rowsPerStatement) {
    await tx
      .insert(items)
      .values(rows.slice(at, at + rowsPerStatement))
      .onConflictDoUpdate({ target: [items.schoolId, items.id], set: excluded })
  }
}
