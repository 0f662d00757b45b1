import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { endFeePageLink, feePageLinks, makeFeePageLink } from '#shared/fees/family/fee-page-link.contract.ts'
import { feePaper, feeStatement } from '#shared/fees/family/fee-paper.contract.ts'
import { endPageLink, makePageLink, pageLinksOf } from '../family/fee-page-link.service.ts'
import { documentPaper, statementPaper } from './fee-paper.service.ts'

/** Papers about fees, and the links by which payers get theirs. */
export const feePaperRoutes: Feature = () => [
  route.session(feePaper, (ctx, { documentId }) => {
    requirePermission(ctx.session, 'fees.see')
    return documentPaper(ctx, { documentId, names: 'full' }, ctx.school.language)
  }),
  route.session(feeStatement, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.see')
    return statementPaper(ctx, { ...asked, names: 'full' })
  }),
  route.session(feePageLinks, (ctx, { payerId }) => {
    requirePermission(ctx.session, 'fees.see')
    return ctx.tenant(async (tx) => ({ links: await pageLinksOf(tx, ctx, payerId) }))
  }),
  route.session(makeFeePageLink, (ctx, asked) => {
    requirePermission(ctx.session, 'fees.bill')
    return ctx.tenant((tx) => makePageLink(tx, ctx, asked))
  }),
  route.session(endFeePageLink, (ctx, { linkId }) => {
    requirePermission(ctx.session, 'fees.bill')
    return ctx.tenant(async (tx) => ({ link: await endPageLink(tx, ctx, linkId) }))
  }),
]
