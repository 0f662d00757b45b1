import { exportList } from '#server/features/lists/export/list-export.service.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import { feeList, feeListExport, type FeeListFilter, feeListTotals } from '#shared/fees/fee-list.contract.ts'
import type { Day } from '#shared/kernel/time.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { feeListPage, feeListTotals as readTotals } from './fee-list.service.ts'

const pageRows = 100
const exportRows = 5000

async function* allPages(tx: Tx, asked: { schoolId: string; filter: FeeListFilter; today: Day }) {
  let after: string | undefined
  do {
    const page = await feeListPage(tx, { ...asked, after, limit: exportRows })
    yield page.rows
    after = page.next ?? undefined
  } while (after !== undefined)
}

/** Children with what is open on their items, over the whole school. */
export const feeListRoutes: Feature = () => [
  route.session(feeList, async (ctx, { after, ...filter }) => {
    requirePermission(ctx.session, 'fees.see')
    const { schoolId, today } = feeActor(ctx)
    return ctx.tenant((tx) => feeListPage(tx, { schoolId, filter, today, after, limit: pageRows }))
  }),
  route.session(feeListTotals, async (ctx, filter) => {
    requirePermission(ctx.session, 'fees.see')
    const { schoolId, today, currency } = feeActor(ctx)
    return ctx.tenant(async (tx) => ({ currency, ...(await readTotals(tx, { schoolId, filter, today })) }))
  }),
  route.session(feeListExport, async (ctx, { filter, ...how }) => {
    requirePermission(ctx.session, 'fees.see')
    const { schoolId, today } = feeActor(ctx)
    return exportList(ctx, 'fees', how, {
      pages: (tx) => allPages(tx, { schoolId, filter, today }),
      cells: ({ child, open, due, overdue, since, held }) => ({
        admissionNo: child.number ?? '',
        nameEn: child.nameLatin ?? '',
        nameAr: child.nameArabic ?? '',
        grade: child.grade ?? '',
        open,
        due,
        overdue,
        dueSince: since,
        held,
      }),
    })
  }),
]
