import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import type { OfferPage } from '#shared/admissions/offers/offer.contract.ts'
import { firstForms } from '../../eligibility/student-forms.service.ts'
import type { Offer } from '../offer-read.service.ts'
import { type Accepted, consentsBlocker, consentsFirst } from '../student-acceptance.service.ts'

/** What has to be done before anybody signs. */
export type FirstSeen = Pick<NonNullable<z.input<typeof OfferPage>['offer']>, 'consents' | 'forms'>

/** How far whoever reads the page has come with what the school asks for first. */
export const firstSeen = async (tx: Tx, child: Accepted, offer: Offer, signerId: string): Promise<FirstSeen> => ({
  consents: await consentsSeen(tx, child, offer, signerId),
  forms: (await firstForms(tx, child))
    .filter(({ state }) => state === 'open' || state === 'done')
    .map(({ slug, title, state }) => ({ slug, title, isDone: state === 'done' })),
})

async function consentsSeen(tx: Tx, child: Accepted, offer: Offer, signerId: string): Promise<FirstSeen['consents']> {
  const consents = await consentsFirst(tx, child, offer)
  if (!consents) return null
  const open = consents.filter(({ isAnswered }) => !isAnswered)
  return {
    isDone: open.every(({ signer }) => signer.id !== signerId),
    waitsFor: open.flatMap(({ signer }) => (signer.id === signerId ? [] : [signer.name])),
    maySign: (await consentsBlocker(tx, child, offer, signerId)) === undefined,
  }
}
