import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { staffOfferLetter } from '#shared/admissions/offers/offer.contract.ts'

export type LetterRequest = z.input<typeof staffOfferLetter.body>
export const readOfferLetter = (input: LetterRequest) => ask(staffOfferLetter, input)
