import type { SessionCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  billingRun,
  billingRuns,
  previewBilling,
  resumeBilling,
  startBilling,
  stopBilling,
} from '#shared/fees/billing-run.contract.ts'
import { feeActor } from '../ledger/fee-actor.ts'
import { latestRuns, requireRun, runViews, setRun, startRun } from './billing-run.service.ts'
import { previewRun } from './plan-run.service.ts'
import { runBilling } from './run-billing.service.ts'

type Run = Awaited<ReturnType<typeof requireRun>>

/** Goes on with a run after the call is answered; problems appear with its children, or in the log. */
function continueRun({ deps, school: { schoolId } }: SessionCtx, id: string): void {
  runBilling(deps, schoolId, id).catch((error: unknown) =>
    deps.log.error(describeFailure(error), 'a billing run stopped'),
  )
}

async function runView(tx: Tx, schoolId: string, row: Run) {
  const [run] = await runViews(tx, schoolId, [row])
  if (!run) throw new Error('a run without a row')
  return { run }
}

export const billingRoutes: Feature = () => [
  route.session(previewBilling, async (ctx, scope) => {
    requirePermission(ctx.session, 'fees.bill')
    return ctx.tenant((tx) => previewRun(tx, feeActor(ctx), scope))
  }),
  route.session(startBilling, async (ctx, asked) => {
    requirePermission(ctx.session, 'fees.bill')
    const answer = await ctx.tenant(async (tx) =>
      runView(tx, ctx.school.schoolId, await startRun(tx, feeActor(ctx), asked)),
    )
    continueRun(ctx, asked.runId)
    return answer
  }),
  route.session(billingRun, async (ctx, { runId }) => {
    requirePermission(ctx.session, 'fees.bill')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => runView(tx, schoolId, await requireRun(tx, schoolId, runId)))
  }),
  route.session(billingRuns, async (ctx) => {
    requirePermission(ctx.session, 'fees.bill')
    const { schoolId } = ctx.school
    return ctx.tenant(async (tx) => ({ runs: await runViews(tx, schoolId, await latestRuns(tx, schoolId)) }))
  }),
  route.session(stopBilling, async (ctx, { runId }) => {
    requirePermission(ctx.session, 'fees.bill')
    return ctx.tenant(async (tx) => runView(tx, ctx.school.schoolId, await setRun(tx, feeActor(ctx), runId, 'stopped')))
  }),
  route.session(resumeBilling, async (ctx, { runId }) => {
    requirePermission(ctx.session, 'fees.bill')
    const answer = await ctx.tenant(async (tx) =>
      runView(tx, ctx.school.schoolId, await setRun(tx, feeActor(ctx), runId, 'running')),
    )
    continueRun(ctx, runId)
    return answer
  }),
]
