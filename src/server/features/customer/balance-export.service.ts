import { sql } from 'drizzle-orm'
import { exportList } from '#server/features/list-export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual, FileReply } from '#shared/contract/endpoint.ts'
import type { ExportHow } from '#shared/contract/list-export.ts'
import { holdersFound } from '#shared/rules/holders-found.rules.ts'
import { mostExported } from '#shared/rules/list-columns.rules.ts'

interface BalanceRow extends Record<string, unknown> {
  admissionNo: string
  name: Bilingual
  className: string
  active: boolean
  /** Minor units. */
  balance: number | string
}

/** What is on whose account now, as a file; what the school pays for whom is in no list. */
export const exportBalances = (
  ctx: SessionCtx,
  { text }: { text: string },
  how: ExportHow<'balances'>,
): Promise<FileReply> =>
  exportList(ctx, 'balances', how, {
    pages: async function* (tx) {
      yield holdersFound(await readBalances(tx, ctx.school.schoolId), text)
    },
    cells: ({ admissionNo, name, className, active, balance }, voice) => ({
      admissionNo,
      nameEn: name.en,
      nameAr: name.ar,
      class: className,
      state: voice.text(`export.holder.${active ? 'active' : 'left'}`),
      balance: Number(balance),
    }),
  })

async function readBalances(tx: Tx, schoolId: string): Promise<BalanceRow[]> {
  const { rows } = await tx.execute<BalanceRow>(sql`
    select c.admission_no as "admissionNo", c.name, c.class_name as "className", c.active, coalesce(b.balance, 0) as balance
    from customers c left join account_balances b on b.school_id = c.school_id and b.customer_id = c.id
    where c.school_id = ${schoolId}
    order by c.class_name, c.admission_no, c.id limit ${mostExported + 1}`)
  return rows
}
