import type { z } from 'zod'
import { type FamilyFees, myFees, openFamilyFees } from '#shared/fees/family/family-fees.contract.ts'
import { makeFeePageLink } from '#shared/fees/family/fee-page-link.contract.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'
import { newOpId } from './fee-ledger.ts'

/** Anyone who has a link and nothing else. */
export const anybody = { school: 'alnoor' }

/** Makes a link of a payer to hand over. @returns its token and id */
export async function pageLinkOf(box: Box, caller: Caller, payerId: string) {
  const asked = { linkId: newOpId(), payerId, email: null, language: 'en' } as const
  const { status, body } = await call(box.app, caller, makeFeePageLink, asked)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const { link, url } = makeFeePageLink.reply.parse(body)
  return { linkId: link.id, token: new URL(url ?? '').hash.replace('#token=', '') }
}

/** What the page of a link shows, or the refusal. */
export async function pageOf(box: Box, token: string): Promise<z.infer<typeof FamilyFees> | string> {
  const { status, body } = await call(box.app, anybody, openFamilyFees, { token })
  return status === 200 ? openFamilyFees.reply.parse(body).fees : String(body.messageId)
}

/** What the page of a link shows. @throws Error where it is refused */
export async function shownBy(box: Box, token: string) {
  const page = await pageOf(box, token)
  if (typeof page === 'string') throw new Error(page)
  return page
}

/** What an account pays, or the refusal. */
export async function feesOf(box: Box, caller: Caller) {
  const { status, body } = await call(box.app, caller, myFees)
  return status === 200 ? myFees.reply.parse(body).fees : String(body.messageId)
}
