import type { z } from 'zod'
import { openLink } from '#server/features/identity/access-links/access-link.service.ts'
import type { OpenCtx, SessionCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  familyFeePaper,
  familyFeeStatement,
  myFeePaper,
  myFees,
  myFeeStatement,
  openFamilyFees,
  type PaymentPage,
  payFamilyFees,
  payMyFees,
} from '#shared/fees/family/family-fees.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { makeLink } from '../online/make-link.service.ts'
import { documentPaper, statementPaper } from '../papers/fee-paper.service.ts'
import { readFamilyFees } from './family-fees.service.ts'
import { pageLink, recordOpening, workingPageLink } from './fee-page-link.service.ts'
import { myPayers, requireFamily, requireMyPayer } from './my-payers.service.ts'

/** Returns the payer of a link where something is made by it. @throws AppError link.over, request.too-many */
const payerOfLink = (ctx: OpenCtx, token: string): Promise<string> =>
  openLink(ctx, workingPageLink, token, (_tx, { payerId }) => Promise.resolve(payerId))

/** Begins a payment of items of one payer. @throws AppError as `payFamilyFees` says */
async function beginPayment(
  ctx: OpenCtx,
  { payerId, intentId, items, language }: z.output<typeof payMyFees.body>,
): Promise<PaymentPage> {
  const { state, url } = await makeLink(ctx, { payerId, intentId, items, language })
  // An id that was used before, whose payment is over: the page asks for the amounts again.
  if (state !== 'open' || url === null) throw new AppError('fees.over-allocated', { field: 'items' })
  return { intentId, url }
}

const byLink = () => [
  route.open(openFamilyFees, async (ctx, { token }) => ({
    fees: await openLink(ctx, pageLink, token, async (tx, link) => {
      await recordOpening(tx, link, ctx.deps.clock.nowMs())
      return readFamilyFees(tx, ctx, { payerId: link.payerId, names: 'first', expiresAt: link.expiresAt })
    }),
  })),
  route.open(payFamilyFees, async (ctx, { token, ...asked }) =>
    beginPayment(ctx, { ...asked, payerId: await payerOfLink(ctx, token) }),
  ),
  route.open(familyFeePaper, async (ctx, { token, documentId }) => {
    const payerId = await payerOfLink(ctx, token)
    return documentPaper(ctx, { documentId, payerId, names: 'first' }, ctx.school.language)
  }),
  route.open(familyFeeStatement, async (ctx, { token, ...asked }) =>
    statementPaper(ctx, { ...asked, payerId: await payerOfLink(ctx, token), names: 'first' }),
  ),
]

/** Checks in a transaction of its own that a payer is the signed-in person. */
const requireMine = (ctx: SessionCtx, payerId: string): Promise<void> =>
  ctx.tenant((tx: Tx) => requireMyPayer(tx, ctx, payerId))

const byAccount = () => [
  route.session(myFees, (ctx) => {
    requireFamily(ctx)
    return ctx.tenant(async (tx) => {
      const fees = []
      for (const payerId of await myPayers(tx, ctx))
        fees.push(await readFamilyFees(tx, ctx, { payerId, names: 'full', expiresAt: null }))
      return { fees }
    })
  }),
  route.session(payMyFees, async (ctx, asked) => {
    await requireMine(ctx, asked.payerId)
    return beginPayment(ctx, asked)
  }),
  route.session(myFeePaper, async (ctx, { payerId, documentId }) => {
    await requireMine(ctx, payerId)
    return documentPaper(ctx, { documentId, payerId, names: 'full' }, ctx.school.language)
  }),
  route.session(myFeeStatement, async (ctx, { payerId, ...asked }) => {
    await requireMine(ctx, payerId)
    return statementPaper(ctx, { ...asked, payerId, names: 'full' })
  }),
]

export const familyFeesRoutes: Feature = () => [...byLink(), ...byAccount()]
