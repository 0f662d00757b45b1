import { type SQL, sql } from 'drizzle-orm'
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
import { documentsOf, documentSums, type SalesScope, scopedRefunds, standingSales } from './sales-scope.ts'

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
  scope: SalesScope,
  { by, seesSpeed }: { by: SalesDivision; seesSpeed: boolean },
): Promise<{ parts: SalesPart[]; total: SalesTotal }> {
  const parts = await partsOf(tx, scope, { by, seesSpeed })
  return { parts: sortParts(parts, by, scope.school.cutoverMinute), total: sumParts(parts) }
}

async function partsOf(
  tx: Tx,
  scope: SalesScope,
  { by, seesSpeed }: { by: SalesDivision; seesSpeed: boolean },
): Promise<SalesPart[]> {
  switch (by) {
    case 'till':
    case 'hour':
      return (await sumDocuments(tx, scope, by)).map((each) => documentPart(each, null))
    case 'cashier':
      return cashierParts(tx, scope, seesSpeed)
    case 'class':
      return classParts(tx, scope)
    case 'item':
    case 'category':
    case 'tax':
      return lineParts(tx, scope, by)
  }
}

/** Sums all documents of a scope. */
export async function totalOf(tx: Tx, scope: SalesScope): Promise<SalesFigures> {
  const { rows } = await tx.execute<Amounts<SalesFigures>>(sql`select ${documentSums} from (${documentsOf(scope)}) d`)
  return sumSales(rows.map((row) => salesIn(row)))
}

/** Quarter of the day by the school's clock, of `at`. */
const quarter = (timeZone: string): SQL =>
  sql`(extract(hour from at at time zone ${timeZone}) * 4 + floor(extract(minute from at at time zone ${timeZone}) / 15))::int`

/** Sums documents by till or by quarter of the day. */
export async function sumDocuments(tx: Tx, scope: SalesScope, by: 'till' | 'hour'): Promise<Keyed<SalesFigures>[]> {
  const key = by === 'till' ? sql`till_id::text` : sql`${quarter(scope.school.timeZone)}::text`
  const { rows } = await tx.execute<Amounts<SalesFigures> & { key: string }>(
    sql`select key, ${documentSums} from (select ${key} as key, d.* from (${documentsOf(scope)}) d) k group by key order by key`,
  )
  return rows.map((row) => ({ key: row.key, figures: salesIn(row) }))
}

async function cashierParts(tx: Tx, scope: SalesScope, seesSpeed: boolean): Promise<SalesPart[]> {
  const { rows } = await tx.execute<
    Amounts<SalesFigures> & { key: string; quarters: number; name: Bilingual | null }
  >(sql`
    with cells as (
      select by, business_day, quarter, ${documentSums}
      from (select ${quarter(scope.school.timeZone)} as quarter, d.* from (${documentsOf(scope)}) d) q
      group by by, business_day, quarter)
    select c.*, u.name from (
      select by, by::text as key, count(*) filter (where sales > 0)::int as quarters, ${documentSums} from cells group by by) c
    left join users u on u.school_id = ${scope.school.schoolId} and u.id = c.by order by key`)
  return rows.map((row) => {
    const figures = salesIn(row)
    const perHour = seesSpeed && row.quarters > 0 ? Math.round((figures.sales / row.quarters) * 40) / 10 : null
    return documentPart({ key: row.key, figures }, row.name, perHour)
  })
}

/** By the class that the pupil of a document is in now; its Arabic name where the class is one of the school's list. */
async function classParts(tx: Tx, scope: SalesScope): Promise<SalesPart[]> {
  const { schoolId } = scope.school
  const { rows } = await tx.execute<Amounts<SalesFigures> & { key: string; name: Bilingual | null }>(sql`
    select coalesce(c.class_name, '') as key, (array_agg(k.name) filter (where k.id is not null))[1] as name, ${documentSums}
    from (${documentsOf(scope)}) d
    left join customers c on c.school_id = ${schoolId} and c.id = d.customer_id
    left join school_classes k on k.school_id = c.school_id and k.id = c.class_id
    group by 1`)
  return rows.map((row) => documentPart({ key: row.key, figures: salesIn(row) }, row.name))
}

type SumRow = Amounts<LineFigures> & { itemId: string; taxCode: string; ratePpm: number }

/** Sums lines by item and tax, of which items, categories and taxes follow. */
export async function sumLineRows(tx: Tx, scope: SalesScope): Promise<Omit<LineSum, 'name'>[]> {
  const { schoolId } = scope.school
  const { rows } = await tx.execute<SumRow>(sql`
    select item_id as "itemId", tax_code as "taxCode", rate_ppm as "ratePpm", sum(qty)::bigint as "qtyMilli",
      sum(waste)::bigint as "wasteMilli", sum(gross)::bigint as gross, sum(discount)::bigint as discount,
      sum(refunded)::bigint as refunded, sum(net)::bigint as net, sum(tax)::bigint as tax, sum(net + tax)::bigint as total
    from (
      select l.item_id, l.tax_code, l.rate_ppm, sum(l.qty_milli) as qty, 0 as waste, sum(l.gross) as gross,
        sum(l.discount) as discount, 0 as refunded, sum(l.net) as net, sum(l.tax) as tax
      from sale_lines l join (select s.id from ${standingSales(scope)}) s on s.id = l.sale_id
      where l.school_id = ${schoolId} group by l.item_id, l.tax_code, l.rate_ppm
      union all
      select l.item_id, l.tax_code, l.rate_ppm, -sum(l.qty_milli), coalesce(sum(l.qty_milli) filter (where l.goods = 'waste'), 0),
        0, 0, sum(l.net + l.tax), -sum(l.net), -sum(l.tax)
      from refund_lines l join (select r.id from ${scopedRefunds(scope)}) r on r.id = l.refund_id
      where l.school_id = ${schoolId} group by l.item_id, l.tax_code, l.rate_ppm) lines
    group by item_id, tax_code, rate_ppm`)
  return rows.map(({ itemId, taxCode, ratePpm, ...row }) => ({
    itemId,
    taxCode,
    ratePpm,
    figures: { qtyMilli: Number(row.qtyMilli), wasteMilli: Number(row.wasteMilli), ...moneyIn(row) },
  }))
}

async function lineParts(tx: Tx, scope: SalesScope, by: 'item' | 'category' | 'tax'): Promise<SalesPart[]> {
  const sums = await sumLineRows(tx, scope)
  const { items, categories } = await namesOf(tx, scope.school.schoolId, new Set(sums.map(({ itemId }) => itemId)))
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
