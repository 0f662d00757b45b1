import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { minor } from '#shared/kernel/money.ts'
import {
  divideLines,
  documentPart,
  type Keyed,
  linePart,
  type LineSum,
  sortParts,
  sumParts,
  sumSales,
} from '#shared/pos/reports/sales-division.rules.ts'
import type {
  LineFigures,
  SalesDivision,
  SalesFigures,
  SalesPart,
  SalesTotal,
} from '#shared/pos/reports/sales-figures.contract.ts'
import { figuresOf, lineColumns, linesOf, quartersOf } from './documents-by-day.ts'
import { bothOf, type SplitScope } from './days/split-scope.service.ts'
import { documentsOf, documentSums, inScope, type SalesScope } from './sales-scope.ts'

type Amounts<F> = Record<keyof F, number | string>

const inMinor = (value: number | string) => minor(Number(value))

/** Reads figures of documents from a row: the driver gives large numbers as text. */
export const salesIn = (row: Amounts<SalesFigures>): SalesFigures => ({
  sales: Number(row.sales),
  refunds: Number(row.refunds),
  ...moneyIn(row),
})

const moneyIn = (row: Amounts<Omit<SalesFigures, 'sales' | 'refunds'>>) => ({
  gross: inMinor(row.gross),
  discount: inMinor(row.discount),
  refunded: inMinor(row.refunded),
  net: inMinor(row.net),
  tax: inMinor(row.tax),
  total: inMinor(row.total),
})

/** Divides the sales of a scope; the parts have the same sum, whatever they are divided by. */
export async function divideSales(
  tx: Tx,
  split: SplitScope,
  { by, seesSpeed }: { by: SalesDivision; seesSpeed: boolean },
): Promise<{ parts: SalesPart[]; total: SalesTotal }> {
  const parts = await partsOf(tx, split, { by, seesSpeed })
  return { parts: sortParts(parts, by, split.whole.school.cutoverMinute), total: sumParts(parts) }
}

async function partsOf(
  tx: Tx,
  split: SplitScope,
  { by, seesSpeed }: { by: SalesDivision; seesSpeed: boolean },
): Promise<SalesPart[]> {
  // Sums of days know of no pupil.
  switch (by) {
    case 'till':
      return (await sumTills(tx, split)).map((each) => documentPart(each, null))
    case 'hour':
      return (await sumHours(tx, split)).map((each) => documentPart(each, null))
    case 'cashier':
      return cashierParts(tx, split, seesSpeed)
    case 'class':
      return classParts(tx, split.whole)
    case 'item':
    case 'category':
    case 'tax':
      return lineParts(tx, split, by)
  }
}

/** Sums all documents of a scope. */
export async function totalOf(tx: Tx, split: SplitScope): Promise<SalesFigures> {
  const { rows } = await tx.execute<Amounts<SalesFigures>>(sql`select ${documentSums} from (${figuresOf(split)}) d`)
  return sumSales(rows.map((row) => salesIn(row)))
}

type KeyedRow = Amounts<SalesFigures> & { key: string }

const keyed = (rows: readonly KeyedRow[]) => rows.map((row) => ({ key: row.key, figures: salesIn(row) }))

/** Sums documents by till. */
async function sumTills(tx: Tx, split: SplitScope): Promise<Keyed<SalesFigures>[]> {
  const { rows } = await tx.execute<KeyedRow>(sql`
    select till_id::text as key, ${documentSums} from (${figuresOf(split)}) d group by till_id order by 1`)
  return keyed(rows)
}

/** Sums documents by quarter of the day. */
async function sumHours(tx: Tx, split: SplitScope): Promise<Keyed<SalesFigures>[]> {
  const { rows } = await tx.execute<KeyedRow>(sql`
    select quarter::text as key, ${documentSums} from (${quartersOf(split)}) d group by quarter order by 1`)
  return keyed(rows)
}

async function cashierParts(tx: Tx, split: SplitScope, seesSpeed: boolean): Promise<SalesPart[]> {
  const { rows } = await tx.execute<
    Amounts<SalesFigures> & { key: string; quarters: number; name: Bilingual | null }
  >(sql`
    with cells as (
      select by, business_day, quarter, ${documentSums} from (${quartersOf(split)}) q group by by, business_day, quarter)
    select c.*, u.name from (
      select by, by::text as key, count(*) filter (where sales > 0)::int as quarters, ${documentSums} from cells group by by) c
    left join users u on u.school_id = ${split.whole.school.schoolId} and u.id = c.by order by key`)
  return rows.map((row) => {
    const figures = salesIn(row)
    const perHour = seesSpeed && row.quarters > 0 ? Math.round((figures.sales / row.quarters) * 40) / 10 : null
    return documentPart({ key: row.key, figures }, row.name, perHour)
  })
}

/**
 * By the class that the pupil of a document is in now; its Arabic name where the class is one of the school's list. By pupil first, so that
 * a class is looked up once for each.
 */
async function classParts(tx: Tx, scope: SalesScope): Promise<SalesPart[]> {
  const { schoolId } = scope.school
  const { rows } = await tx.execute<Amounts<SalesFigures> & { key: string; name: Bilingual | null }>(sql`
    with pupils as (select customer_id, ${documentSums} from (${documentsOf(scope)}) d group by customer_id)
    select coalesce(c.class_name, '') as key, (array_agg(k.name) filter (where k.id is not null))[1] as name, ${documentSums}
    from pupils p
    left join customers c on c.school_id = ${schoolId} and c.id = p.customer_id
    left join school_classes k on k.school_id = c.school_id and k.id = c.class_id
    group by 1`)
  return rows.map((row) => documentPart({ key: row.key, figures: salesIn(row) }, row.name))
}

type SumRow = Amounts<LineFigures> & { itemId: string; taxCode: string; ratePpm: number }

/** Sums lines by item and tax, of which items, categories and taxes follow. */
async function sumLineRows(tx: Tx, split: SplitScope): Promise<Omit<LineSum, 'name'>[]> {
  const lines = bothOf(split, {
    documents: (of) => linesOf(of),
    sums: (of) =>
      sql`select t.item_id, t.tax_code, t.rate_ppm, ${lineColumns} from item_days t where ${inScope('t', of)}`,
  })
  const { rows } = await tx.execute<SumRow>(sql`
    select item_id as "itemId", tax_code as "taxCode", rate_ppm as "ratePpm", sum(qty_milli)::bigint as "qtyMilli",
      sum(waste_milli)::bigint as "wasteMilli", sum(gross)::bigint as gross, sum(discount)::bigint as discount,
      sum(refunded)::bigint as refunded, sum(net)::bigint as net, sum(tax)::bigint as tax, sum(net + tax)::bigint as total
    from (${lines}) lines
    group by item_id, tax_code, rate_ppm`)
  return rows.map(({ itemId, taxCode, ratePpm, ...row }) => ({
    itemId,
    taxCode,
    ratePpm,
    figures: { qtyMilli: Number(row.qtyMilli), wasteMilli: Number(row.wasteMilli), ...moneyIn(row) },
  }))
}

async function lineParts(tx: Tx, split: SplitScope, by: 'item' | 'category' | 'tax'): Promise<SalesPart[]> {
  const sums = await sumLineRows(tx, split)
  const { items, categories } = await namesOf(
    tx,
    split.whole.school.schoolId,
    new Set(sums.map(({ itemId }) => itemId)),
  )
  const named = sums.map((each) => ({ ...each, name: items.get(each.itemId)?.name ?? { en: '', ar: '' } }))
  const parts = divideLines(named, by, (itemId) => items.get(itemId)?.categoryId ?? undefined)
  return parts.map((part) => {
    if (by === 'tax') return linePart(part, null)
    return linePart(part, (by === 'item' ? items.get(part.key)?.name : categories.get(part.key)) ?? null)
  })
}

interface KnownItem extends Record<string, unknown> {
  id: string
  name: Bilingual | null
  categoryId: string | null
}

/** Names as the catalogue has them now; an item that it never had is called as on its latest receipt. */
async function namesOf(tx: Tx, schoolId: string, ids: ReadonlySet<string>) {
  const { rows } = await tx.execute<KnownItem>(sql`
    select asked.id, coalesce(i.name, (select l.name from sale_lines l
        where l.school_id = ${schoolId} and l.item_id = asked.id and i.id is null limit 1)) as name,
      i.category_id as "categoryId"
    from unnest(${uuidList(ids)}) as asked(id) left join items i on i.school_id = ${schoolId} and i.id = asked.id`)
  const { rows: categories } = await tx.execute<{ id: string; name: Bilingual }>(
    sql`select id, name from categories where school_id = ${schoolId}`,
  )
  return {
    items: new Map(rows.map((row) => [row.id, row])),
    categories: new Map(categories.map(({ id, name }) => [id, name])),
  }
}
