import { sql } from 'drizzle-orm'
import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual, FileReply } from '#shared/kernel/endpoint.ts'
import { searchWords } from '#shared/kernel/text/search.rules.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import { holdersFound } from '#shared/pos/holders-found.rules.ts'

/** Each page is sorted separately. */
const sortedPage = 10_000

interface BalanceRow extends Record<string, unknown> {
  id: string
  admissionNo: string
  name: Bilingual
  className: string
  active: boolean
  /** Minor units. */
  balance: number | string
}

/** Exports current balances as a file; no list contains the school allowance. */
export const exportBalances = (
  ctx: SessionCtx,
  { text }: { text: string },
  how: ExportHow<'balances'>,
): Promise<FileReply> =>
  exportList(ctx, 'balances', how, {
    pages: (tx) => balancesFound(tx, ctx.school.schoolId, text),
    cells: ({ admissionNo, name, className, active, balance }, voice) => ({
      admissionNo,
      nameEn: name.en,
      nameAr: name.ar,
      class: className,
      state: voice.text(`export.holder.${active ? 'active' : 'left'}`),
      balance: Number(balance),
    }),
  })

/** Yields the balances of all customers matching the screen's search, page by page, regardless of rank. */
async function* balancesFound(tx: Tx, schoolId: string, text: string): AsyncGenerator<readonly BalanceRow[]> {
  const isSearched = searchWords(text).length > 0
  const read = (last: BalanceRow | undefined, limit: number) => readBalances(tx, schoolId, { isSearched, last, limit })
  for await (const page of allPages(read, sortedPage)) yield holdersFound(page, text)
}

interface PageQuery {
  /** Only a search includes people who have left. */
  isSearched: boolean
  last: BalanceRow | undefined
  limit: number
}

async function readBalances(
  tx: Tx,
  schoolId: string,
  { isSearched, last, limit }: PageQuery,
): Promise<readonly BalanceRow[]> {
  const after = last
    ? sql`(c.class_name, c.admission_no, c.id) > (${last.className}, ${last.admissionNo}, ${last.id}::uuid)`
    : sql`true`
  const { rows } = await tx.execute<BalanceRow>(sql`
    select c.id, c.admission_no as "admissionNo", c.name, c.class_name as "className", c.active,
      coalesce(b.balance, 0) as balance
    from customers c left join account_balances b on b.school_id = c.school_id and b.customer_id = c.id
    where c.school_id = ${schoolId} and ${isSearched ? sql`true` : sql`c.active`} and ${after}
    order by c.class_name, c.admission_no, c.id limit ${limit}`)
  return rows
}
