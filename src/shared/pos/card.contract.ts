import { z } from 'zod'
import { Bilingual, endpoint } from '#shared/kernel/endpoint.ts'
import { CustomerId, Instant, Uuid } from '#shared/kernel/fields.ts'

/** Why a card is no longer in use. */
export const cardEnds = ['lost', 'replaced', 'returned'] as const
export type CardEnd = (typeof cardEnds)[number]

/** What a card reader or a scanner types: digits and letters, no spaces. */
export const CardNo = z.string().regex(/^[0-9A-Za-z-]{4,32}$/)

/** A card that a pupil has or had. */
export const Card = z.object({
  id: Uuid.nullable(),
  cardNo: z.string(),
  givenAt: Instant.nullable(),
  givenBy: Bilingual.nullable(),
  endedAt: Instant.nullable(),
  endedBy: Bilingual.nullable(),
  end: z.enum(cardEnds).nullable(),
})
export type Card = z.infer<typeof Card>

/** Cards of a pupil, the one in use first, then the latest. @throws AppError access.denied, request.not-found */
export const cardHistory = endpoint({
  method: 'get',
  path: '/cards/history',
  audience: 'session',
  body: z.object({ customerId: CustomerId }),
  reply: z.object({ cards: z.array(Card) }),
})

/**
 * Gives a pupil the card that was scanned; the one before is replaced. Repeating it changes nothing.
 * @throws AppError access.denied, request.not-found, card.taken
 */
export const assignCard = endpoint({
  method: 'post',
  path: '/cards/assign',
  audience: 'session',
  body: z.object({ customerId: CustomerId, cardNo: CardNo }),
  reply: z.object({ cards: z.array(Card) }),
})

/**
 * Ends the card in use: tills refuse it from their next pull on. `cardNo` is the one that was seen.
 * @throws AppError access.denied, request.not-found, card.changed
 */
export const endCard = endpoint({
  method: 'post',
  path: '/cards/end',
  audience: 'session',
  body: z.object({ customerId: CustomerId, cardNo: z.string().max(64), end: z.enum(['lost', 'returned']) }),
  reply: z.object({ cards: z.array(Card) }),
})

/** Most cards on one sheet of print. */
export const maxCardsPrinted = 200

/** What a printed card shows. */
export const PrintedCard = z.object({
  customerId: CustomerId,
  admissionNo: z.string(),
  name: Bilingual,
  className: z.string(),
  cardNo: z.string(),
})
export type PrintedCard = z.infer<typeof PrintedCard>

/**
 * Gives those of the pupils a random number who have no card, so that their cards can be printed; the others keep theirs.
 * Returns all of them, by class and number.
 * @throws AppError access.denied, request.not-found
 */
export const issueCards = endpoint({
  method: 'post',
  path: '/cards/issue',
  audience: 'session',
  body: z.object({ customerIds: z.array(CustomerId).min(1).max(maxCardsPrinted) }),
  reply: z.object({ cards: z.array(PrintedCard) }),
})
