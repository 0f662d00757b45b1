import { exportList } from '#server/features/lists/export/list-export.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { sum } from '#shared/kernel/money.ts'
import type { ExportHow } from '#shared/lists/list-export.contract.ts'
import type { SummaryFilter, SummaryRow } from '#shared/pos/account-summary.contract.ts'
import { summaryPage } from './summary.service.ts'

const pageRows = 5000

/** Exports the summary of all accounts of the filter. A purchase is what the account itself paid of it. */
export const exportSummary = (
  ctx: SessionCtx,
  filter: SummaryFilter,
  how: ExportHow<'accountSummary'>,
): Promise<FileReply> =>
  exportList(ctx, 'accountSummary', how, {
    pages: (tx) => allRows(tx, ctx.school.schoolId, filter),
    cells: (row, voice) => ({
      admissionNo: row.admissionNo,
      nameEn: row.name.en,
      nameAr: row.name.ar,
      class: row.className,
      state: voice.text(`export.holder.${row.active ? 'active' : 'left'}`),
      opening: row.opening,
      topUps: row.topUps,
      purchases: sum([row.purchases, row.covered]),
      adjustments: row.adjustments,
      transfers: row.transfers,
      payouts: row.payouts,
      closing: row.closing,
    }),
  })

async function* allRows(tx: Tx, schoolId: string, filter: SummaryFilter): AsyncGenerator<readonly SummaryRow[]> {
  let after: string | undefined
  do {
    const page = await summaryPage(tx, { schoolId, filter, after, limit: pageRows })
    yield page.rows
    after = page.next ?? undefined
  } while (after !== undefined)
}
