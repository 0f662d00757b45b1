import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { offers } from '#server/features/admissions/offers/offer.table.ts'
import { seatCategories, seatHolds } from '#server/features/admissions/seats/seat.table.ts'
import { type OfferRequest } from '#shared/admissions/offers/offer.contract.ts'
import { answerOffer, OfferPage, offerData } from '#shared/admissions/offers/offer-page.contract.ts'
import type { studentUpdate } from '#shared/admissions/student-file.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import { mailRows } from '#tests/support/account-kit.ts'
import type { TestSchool } from '#tests/support/factories.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'
import { commandOn, decide, type MadeStudent } from './students-made.ts'

export const kg1: Place = { campus: '', entryYear: 2030, grade: 'KG1', stream: '' }

const { schoolId: ofSchool, campus, entryYear, grade, stream } = seatCategories
const seatCategoryKey = [ofSchool, campus, entryYear, grade, stream]

/** Says how many seats a place has, as if it had always had them. */
export const countSeats = (box: Box, { schoolId }: TestSchool, place: Place, seats: number, overOffer = 0) =>
  box.db.database.tenant(schoolId, async (tx) => {
    const changedAt = toInstant(box.clock.nowMs())
    const counted = { seats, overOffer, revision: 1, changedAt }
    await tx
      .insert(seatCategories)
      .values({ schoolId, ...place, ...counted })
      // Where somebody waits there is a row of the place that nobody has counted.
      .onConflictDoUpdate({ target: seatCategoryKey, set: counted })
  })

let families = 0

/** An offer to a family of its own: answered within ten days, a deposit of 1,000.00 within five of that. */
export function parseOfferDraft(
  more: Partial<OfferRequest> & { terms?: Partial<OfferRequest['terms']> } = {},
): OfferRequest {
  families += 1
  return {
    signers: [{ name: 'Hind Al Mana', email: `hind${families}@home.example`, language: 'en' }],
    expiresOn: '2030-03-13',
    ...more,
    terms: {
      letter: 'offer-letter',
      startOn: '2030-09-01',
      currency: 'QAR',
      fees: [{ label: { en: 'Tuition', ar: 'الرسوم الدراسية' }, amount: minor(3_000_000) }],
      deposit: { amount: minor(100_000), dueDays: 5 },
      conditions: [],
      ...more.terms,
    },
  }
}

type Change = z.input<typeof studentUpdate.body>['change']

/** Offers a seat: what came of it, and by which address the family is told. */
export async function offerTo(
  box: Box,
  caller: Caller,
  student: Pick<MadeStudent, 'id' | 'revision'>,
  offer: OfferRequest = parseOfferDraft(),
) {
  const done = await decide(box, caller, commandOn(student, { kind: 'offer', offer }))
  return { done, offer, emails: offer.signers.map(({ email }) => email) }
}

/** Another step of somebody who has seen the student as it is now. */
export const step = (box: Box, caller: Caller, student: Pick<MadeStudent, 'id' | 'revision'>, change: Change) =>
  decide(box, caller, commandOn(student, change))

/** The token of the latest link to somebody. */
export async function linkOf(box: Box, email: string): Promise<string> {
  const rows = (await mailRows(box)).filter(({ recipient }) => recipient === email)
  const token = rows.flatMap(({ params }) => /#token=([\w-]+)$/.exec(params['path'] ?? '')?.[1] ?? [])[0]
  if (token === undefined) throw new Error(`no link was mailed to ${email}`)
  return token
}

/** Which mails went to somebody, the earliest first. */
export const mailsTo = async (box: Box, email: string): Promise<string[]> =>
  (await mailRows(box))
    .filter(({ recipient }) => recipient === email)
    .map(({ template }) => template)
    .toReversed()

export const openOffer = async (box: Box, from: Caller, offerLetterToken: string) => {
  const { status, body } = await call(box.app, from, offerData, { offerLetterToken })
  return status === 200 ? OfferPage.parse(body) : { refused: body['messageId'], status }
}

type Answer = z.input<typeof answerOffer.body>['answer']
export const signs = { kind: 'sign', signature: { kind: 'typed', name: 'Hind Al Mana' } } as const
export const declines = { kind: 'decline', reason: 'fees', keepPlace: false } as const

/** Answers by a link as its page would: to the offer that the page shows now. */
export async function answerBy(
  box: Box,
  from: Caller,
  offerLetterToken: string,
  answer: Answer,
  more: { commandId?: string; offerId?: string } = {},
) {
  const page = await openOffer(box, from, offerLetterToken)
  const shown = 'offer' in page ? page.offer?.id : undefined
  // Mails have an order by when they were written.
  box.clock.advance(1)
  const { status, body } = await call(box.app, from, answerOffer, {
    offerLetterToken,
    commandId: OpId.parse(crypto.randomUUID()),
    offerId: shown ?? (await lastOffer(box)),
    language: 'en',
    answer,
    ...more,
  })
  return status === 200 ? OfferPage.parse(body) : { refused: body['messageId'], status }
}

/** Rows come in no order of their own once one of them was changed. */
const lastOffer = async (box: Box) =>
  (await box.db.owner.select().from(offers).orderBy(offers.madeAt, offers.id)).at(-1)?.id ?? crypto.randomUUID()

/** What waits for weeks in a test does not wait for people to sign in again. */
export const staySignedIn = (box: Box) =>
  box.db.owner.execute(sql`update sessions set expires_at = '2040-01-01', proved_at = '2040-01-01'`)

/** Every hold that is live. */
export const holdsOf = async (box: Box) =>
  (await box.db.owner.select().from(seatHolds)).filter(({ releasedAt }) => releasedAt === null)
