import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { linkPath } from '#server/features/identity/access-links/access-link.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { runOnce } from '#server/kernel/run-once.ts'
import { createToken } from '#server/kernel/tokens.ts'
import type { Wish } from '#shared/fees/allocation.rules.ts'
import { linkMs, nextAskAt } from '#shared/fees/online/gateway.rules.ts'
import { gatewayAmount } from '#shared/fees/online/gateway-money.rules.ts'
import type { FeeIntent, makeFeeLink } from '#shared/fees/online/online-payment.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { sum } from '#shared/kernel/money.ts'
import { openItems } from '../ledger/open-items.service.ts'
import { lockPayer, type Payer } from '../payments/lock-payer.service.ts'
import { adapters } from './adapters/adapters.ts'
import type { LinkAsk } from './adapters/gateway.types.ts'
import { eventPath, gatewayInUse, gatewayRow, openAccount } from './gateway-setup.service.ts'
import { findIntent, type IntentRow, intentViews, updateIntent } from './intent-row.service.ts'
import { isExpired, livingIntents } from './living-intents.service.ts'
import { feeIntents } from './online.table.ts'

type Asked = z.output<typeof makeFeeLink.body>
type LinkCtx = Pick<SessionCtx, 'deps' | 'school' | 'origin' | 'tenant'> & { session?: SessionCtx['session'] }

/**
 * Makes a payment link: first the intent, then the call to the gateway outside of any transaction, with the intent's id as the key
 * by which the gateway knows a repetition. @throws AppError as the contract says
 */
export async function makeLink(ctx: LinkCtx, asked: Asked): Promise<z.input<typeof FeeIntent>> {
  const { schoolId } = ctx.school
  const begun = await ctx.tenant(async (tx) => {
    const payer = await lockPayer(tx, schoolId, asked.payerId)
    const intent = await runOnce<typeof feeIntents, IntentRow>(
      tx,
      feeIntents,
      { schoolId, id: asked.intentId, asked },
      { first: (askedHash) => begin(tx, ctx, asked, askedHash), again: (row) => row },
    )
    return { intent, payer, gateway: await gatewayRow(tx, schoolId, intent.gateway) }
  })
  const { language } = asked
  if (begun.intent.state === 'new') await openLink(ctx, language, { ...begun, payer: payerFor(begun.payer, language) })
  return ctx.tenant(async (tx) => {
    const row = await findIntent(tx, schoolId, begun.intent.id)
    const [intent] = row ? await intentViews(tx, schoolId, [row]) : []
    if (!intent) throw new Error('an intent without a row')
    return intent
  })
}

async function begin(tx: Tx, ctx: LinkCtx, asked: Asked, askedHash: string): Promise<IntentRow> {
  const { deps, school, session } = ctx
  const { schoolId, currency } = school
  const gateway = await gatewayInUse(tx, deps, schoolId)
  if (!gateway) throw new AppError('fees.no-gateway')
  const amount = sum(asked.items.map((item) => item.amount))
  const sent = gatewayAmount(adapters[gateway.gateway].money, amount, currency)
  if ('fault' in sent) throw new AppError('fees.gateway-amount', { field: 'items' })
  await requireOpen(tx, schoolId, asked)
  const nowMs = deps.clock.nowMs()
  const same = await replaceOthers(tx, schoolId, asked, nowMs)
  if (same) return same
  const next = nextAskAt(nowMs, nowMs)
  const [row] = await tx
    .insert(feeIntents)
    .values({
      schoolId,
      id: asked.intentId,
      gateway: gateway.gateway,
      payerId: asked.payerId,
      amount,
      currency,
      items: asked.items,
      state: 'new',
      askedHash,
      byUser: session?.user.userId ?? null,
      createdAt: toInstant(nowMs),
      expiresAt: toInstant(nowMs + linkMs),
      nextAskAt: next === null ? null : toInstant(next),
    })
    .returning()
  if (!row) throw new Error('the intent was not stored')
  await recordAuditEvent(tx, ctx, 'fee-link-made', { about: null, facts: { kind: gateway.gateway } })
  return row
}

/** Checks that the payer owes what is to be paid. @throws AppError request.not-found, fees.over-allocated */
async function requireOpen(tx: Tx, schoolId: string, { payerId, items }: Asked): Promise<void> {
  const owed = await openItems(tx, schoolId, { payerId })
  const wanted = new Map<string, number>()
  for (const { chargeId, amount } of items) wanted.set(chargeId, (wanted.get(chargeId) ?? 0) + amount)
  for (const [chargeId, amount] of wanted) {
    const item = owed.find((each) => each.chargeId === chargeId)
    if (!item) throw new AppError('request.not-found', { field: 'items' })
    if (amount > item.open) throw new AppError('fees.over-allocated', { field: 'items' })
  }
}

const keyOf = (items: readonly Wish[]): string =>
  items
    .map(({ chargeId, amount }) => `${chargeId} ${amount}`)
    .toSorted()
    .join()

/** Returns the payer's open link for just these items; every other one that names one of them is replaced. */
async function replaceOthers(
  tx: Tx,
  schoolId: string,
  { payerId, items }: Asked,
  nowMs: number,
): Promise<IntentRow | undefined> {
  const named = new Set(items.map(({ chargeId }) => chargeId))
  let same: IntentRow | undefined
  for (const row of await livingIntents(tx, schoolId, payerId)) {
    if (row.url !== null && keyOf(row.items) === keyOf(items) && !isExpired(row, nowMs)) same = row
    else if (row.items.some(({ chargeId }) => named.has(chargeId))) await updateIntent(tx, row, { state: 'replaced' })
  }
  return same
}

/** Whom the gateway is told of; without a name the school's stands in its place. */
interface LinkPayer {
  name: string | null
  email: string | null
}

const payerFor = ({ nameArabic, nameLatin, email }: Payer, language: Language): LinkPayer => ({
  name: (language === 'ar' ? nameArabic : nameLatin) ?? nameLatin ?? nameArabic,
  email,
})

interface Begun {
  intent: IntentRow
  payer: LinkPayer
  gateway: Parameters<typeof openAccount>[1]
}

/** Asks the gateway for the page of an intent, outside of any transaction. @throws AppError fees.no-gateway, fees.gateway-failed */
export async function openLink(ctx: LinkCtx, language: Language, { intent, payer, gateway }: Begun): Promise<void> {
  const { deps, school, origin } = ctx
  const account = await openAccount(deps, gateway)
  if (!account || !deps.gateways) throw new AppError('fees.no-gateway')
  const adapter = adapters[intent.gateway]
  const sent = gatewayAmount(adapter.money, intent.amount, intent.currency)
  if ('fault' in sent) throw new AppError('fees.gateway-amount', { field: 'items' })
  const { token, tokenHash } = createToken(deps.random)
  const ask: LinkAsk = {
    intentId: intent.id,
    amount: intent.amount,
    amountText: sent.text,
    currency: intent.currency,
    description: school.name[language],
    language,
    payer: { name: payer.name ?? school.name[language], email: payer.email },
    returnUrl: origin + linkPath(`/fee-paid/${intent.id}`, token),
    eventUrl: origin + eventPath(school.code, intent.gateway),
    expiresAt: intent.expiresAt,
  }
  const made = await adapter.createLink(ask, account, deps.gateways.call)
  if ('failed' in made) {
    deps.log.warn({ gateway: intent.gateway, failed: made.failed }, 'the gateway made no link')
    throw new AppError('fees.gateway-failed')
  }
  await ctx.tenant(async (tx) => {
    const now = await findIntent(tx, school.schoolId, intent.id, true)
    if (now?.state === 'new') await updateIntent(tx, now, { ...made, state: 'open', returnHash: tokenHash })
  })
}
