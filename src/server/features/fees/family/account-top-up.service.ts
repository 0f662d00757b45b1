import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { lockAccounts } from '#server/features/pos/accounts/account.service.ts'
import { readTopUpLimits } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import { linkMs, nextAskAt } from '#shared/fees/online/gateway.rules.ts'
import { gatewayAmount } from '#shared/fees/online/gateway-money.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { type Minor, sum } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { topUpFault } from '#shared/school/top-ups/top-up-limits.rules.ts'
import { adapters } from '../online/adapters/adapters.ts'
import { gatewayInUse, gatewayRow } from '../online/gateway-setup.service.ts'
import { findIntent, type IntentRow } from '../online/intent-row.service.ts'
import { livingTopUps } from '../online/living-intents.service.ts'
import { openLink } from '../online/make-link.service.ts'
import { feeIntents } from '../online/online.table.ts'

/** A top-up that a family asks for; its id is chosen by the device, so that asking again makes no second one. */
interface TopUpAsk {
  intentId: string
  customerId: CustomerId
  amount: Minor
  language: Language
}

/** Whether a pupil's account can be topped up through the school's gateway. */
export const takesTopUps = async (tx: Tx, { deps, school }: Pick<SessionCtx, 'deps' | 'school'>): Promise<boolean> =>
  (await gatewayInUse(tx, deps, school.schoolId)) !== undefined

/**
 * Begins a top-up and asks the gateway for its page. Money counts only once the server has asked the gateway (`settleIntent`). One that
 * was begun before goes on, whatever the account holds now.
 * @returns the address of the hosted page; null where the payment is decided already
 * @throws AppError fees.no-gateway, fees.gateway-amount, fees.gateway-failed, request.invalid (the same id for something else),
 * account.top-up-small, -large, -full
 */
export async function beginTopUp(ctx: SessionCtx, asked: TopUpAsk): Promise<string | null> {
  const { schoolId } = ctx.school
  const begun = await ctx.tenant(async (tx) => {
    const intent = await runOnce<typeof feeIntents, IntentRow>(
      tx,
      feeIntents,
      { schoolId, id: asked.intentId, asked },
      { first: (askedHash) => begin(tx, ctx, asked, askedHash), again: (row) => row },
    )
    return { intent, gateway: await gatewayRow(tx, schoolId, intent.gateway) }
  })
  const { user } = ctx.session
  const payer = { name: user.name[asked.language], email: user.email }
  if (begun.intent.state === 'new') await openLink(ctx, asked.language, { ...begun, payer })
  const row = await ctx.tenant((tx) => findIntent(tx, schoolId, begun.intent.id))
  return row?.state === 'open' ? row.url : null
}

async function begin(tx: Tx, ctx: SessionCtx, asked: TopUpAsk, askedHash: string): Promise<IntentRow> {
  const { deps, school, session } = ctx
  const { schoolId, currency } = school
  const { intentId: id, customerId, amount } = asked
  const gateway = await gatewayInUse(tx, deps, schoolId)
  if (!gateway) throw new AppError('fees.no-gateway')
  if ('fault' in gatewayAmount(adapters[gateway.gateway].money, amount, currency))
    throw new AppError('fees.gateway-amount', { field: 'amount' })
  const nowMs = deps.clock.nowMs()
  const same = await requireRoom(tx, ctx, asked, nowMs)
  if (same) return same
  const next = nextAskAt(nowMs, nowMs)
  const [row] = await tx
    .insert(feeIntents)
    .values({
      schoolId,
      id,
      gateway: gateway.gateway,
      payerId: customerId,
      customerId,
      amount,
      currency,
      items: [],
      state: 'new',
      askedHash,
      byUser: session.user.userId,
      createdAt: toInstant(nowMs),
      expiresAt: toInstant(nowMs + linkMs),
      nextAskAt: next === null ? null : toInstant(next),
    })
    .returning()
  if (!row) throw new Error('the intent was not stored')
  await recordAuditEvent(tx, ctx, 'fee-link-made', { about: null, facts: { kind: gateway.gateway } })
  return row
}

/**
 * Checks the school's bounds with everything that may still be paid into the account: of two top-ups that are begun at the same moment
 * the second counts the first. @returns the person's own page for the same amount, where there is no room for a second one
 * @throws AppError account.top-up-small, -large, -full
 */
async function requireRoom(
  tx: Tx,
  { school: { schoolId }, session }: SessionCtx,
  { customerId, amount }: TopUpAsk,
  nowMs: number,
): Promise<IntentRow | undefined> {
  const limits = await readTopUpLimits(tx, schoolId)
  if (!limits) return undefined
  const account = (await lockAccounts(tx, schoolId, new Set([customerId]))).get(customerId)
  const open = await livingTopUps(tx, schoolId, customerId, nowMs)
  const expected = sum([account?.balance ?? 0, ...open.map((each) => each.amount)])
  const fault = topUpFault(amount, expected, limits)
  if (!fault) return undefined
  const same = open.find((each) => each.amount === amount && each.byUser === session.user.userId)
  if (fault === 'account.top-up-full' && same) return same
  throw new AppError(fault, { field: 'amount' })
}
