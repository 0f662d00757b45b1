import { type Feature, route } from '#server/http/serve.ts'
import { Instant, ShiftId, Uuid } from '#shared/contract/fields.ts'
import { shiftReportEndpoint, transactionReport } from '#shared/contract/pos-report.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { requireShift, visibleCashier } from './pos.policy.ts'
import { missingReceipts, posReport } from './pos.service.ts'
import { transactionView } from './pos.view.ts'
import { listTransactions } from './transactions.ts'

const pageRows = 200

export const posRoutes: Feature = () => [
  route.session(transactionReport, async (ctx, { day, till, before }) => {
    const { schoolId } = ctx.school
    const by = visibleCashier(ctx.session)
    const filter = { schoolId, day, till, before: readKey(before), by, limit: pageRows + 1 }
    const rows = await ctx.tenant((tx) => listTransactions(tx, filter))
    const page = rows.slice(0, pageRows)
    const last = rows.length > pageRows ? page.at(-1) : undefined
    return { transactions: page.map(transactionView), next: last ? `${last.at}|${last.id}` : null }
  }),
  route.session(shiftReportEndpoint, (ctx, { shiftId }) =>
    ctx.tenant(async (tx) => {
      const { schoolId } = ctx.school
      const { shift, report } = await posReport(tx, schoolId, ShiftId.parse(shiftId))
      requireShift(ctx.session, shift)
      const missing = await missingReceipts(tx, schoolId, shift)
      return { report, closed: shift.closedAt !== null, missingReceipts: missing }
    }),
  ),
]

/** @throws AppError request.invalid */
function readKey(before: string | undefined): { at: string; id: string } | undefined {
  if (before === undefined) return undefined
  const [at, id, ...rest] = before.split('|')
  if (rest.length > 0 || !Instant.safeParse(at).success || !Uuid.safeParse(id).success) {
    throw new AppError('request.invalid', { field: 'before' })
  }
  return { at: at ?? '', id: id ?? '' }
}
