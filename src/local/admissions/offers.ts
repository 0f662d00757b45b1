import type { z } from 'zod'
import type { Vault } from '#local/kernel/vault.ts'
import type { FormsDb } from '#local/storage/forms-db.ts'
import type { DeclineReason } from '#shared/admissions/offers/offer.contract.ts'
import type { answerOffer, OfferPage } from '#shared/admissions/offers/offer-page.contract.ts'
import type { Signature } from '#shared/consents/consent.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'

/** An answer that the school has not received yet. Sent again it is the same one, and happens once. */
export type WaitingAnswer = Omit<z.input<typeof answerOffer.body>, 'offerLetterToken'>

export type OfferAnswerDraftKind = WaitingAnswer['answer']['kind']

/** Chosen, typed and drawn, and not sent yet. */
export interface OfferDraft {
  /** The offer that was read; of another one nothing is taken over. */
  offerId: string
  kind: OfferAnswerDraftKind | ''
  signedBy: Signature['kind']
  name: string
  strokes: readonly number[][]
  reason: DeclineReason | ''
  chosenSchool: string
  keepPlace: boolean
  note: string
}

/** What the link of an offer has opened here, and what was answered since on this device. */
export interface CachedOffer {
  page: OfferPage
  draft?: OfferDraft | undefined
  waiting?: WaitingAnswer | undefined
  /** What the school has received from here last. */
  received?: { kind: OfferAnswerDraftKind; keepPlace: boolean } | undefined
}

/** The offers that were opened on this device, sealed, each under the hash of its link's token. */
export interface Offers {
  read(token: string): Promise<CachedOffer | undefined>
  /** Reads what is there and writes it again, one after the other. Nothing, where `work` gives nothing. */
  change(
    token: string,
    work: (known: CachedOffer | undefined) => CachedOffer | undefined,
  ): Promise<CachedOffer | undefined>
  /** Deletes the cached page of a link that has expired or was revoked. */
  drop(token: string): Promise<void>
}

export function openOffers(db: FormsDb, vault: Vault): Offers {
  // Beside the links on which guardians decide: a token is never both.
  const idOf = (token: string) => sha256Hex(`offer ${token}`)
  const read = async (token: string): Promise<CachedOffer | undefined> => {
    const row = await db.consents.get(idOf(token))
    return row && ((await vault.open(row.content)) as CachedOffer)
  }
  let turn: Promise<unknown> = Promise.resolve()
  return {
    read,
    change: (token, work) => {
      const mine = turn.then(async () => {
        const kept = work(await read(token))
        if (kept) await db.consents.put({ id: idOf(token), content: await vault.seal(kept) })
        return kept
      })
      turn = mine.catch(() => undefined)
      return mine
    },
    drop: (token) => db.consents.delete(idOf(token)),
  }
}
