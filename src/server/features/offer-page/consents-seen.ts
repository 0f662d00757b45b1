import type { z } from 'zod'
import type { Offer } from '#server/features/offer/offer-read.service.ts'
import {
  type Accepted,
  consentsFirst,
  signatureHindrance,
} from '#server/features/student/student-acceptance.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { OfferPage } from '#shared/contract/offer.ts'

type Seen = NonNullable<z.input<typeof OfferPage>['offer']>['consents']

/** How far the consent form has come for whoever reads the page; null where it is not asked for first. */
export async function consentsSeen(tx: Tx, child: Accepted, offer: Offer, signerId: string): Promise<Seen> {
  const consents = await consentsFirst(tx, child, offer)
  if (!consents) return null
  const open = consents.filter(({ isAnswered }) => !isAnswered)
  return {
    isDone: open.every(({ signer }) => signer.id !== signerId),
    waitsFor: open.flatMap(({ signer }) => (signer.id === signerId ? [] : [signer.name])),
    maySign: (await signatureHindrance(tx, child, offer, signerId)) === undefined,
  }
}
