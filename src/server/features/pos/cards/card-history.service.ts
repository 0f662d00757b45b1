import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type CustomerId, type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Card, PrintedCard } from '#shared/pos/card.contract.ts'
import { customers } from '../accounts/customer.table.ts'
import { lockRoster } from '../roster/roster.service.ts'
import { writeCards } from '../roster/write-roster.service.ts'
import { assignVersions } from '../snapshot/version.service.ts'
import { cards } from './card.table.ts'

/** Too many to guess a number in use, few enough for a scanner to type in a moment. */
const digits = 16

/** Returns a random card number, which reveals nothing of its owner; bytes too large for an even choice are skipped. */
function newCardNo(random: Random): string {
  let text = ''
  while (text.length < digits) {
    for (const byte of random.bytes(digits)) if (byte < 250 && text.length < digits) text += String(byte % 10)
  }
  return text
}

interface CardBy {
  schoolId: string
  nowMs: number
  random: Random
  byUser: UserId
}

const isThis = (schoolId: string, id: CustomerId) => and(eq(customers.schoolId, schoolId), eq(customers.id, id))

async function lockCard(tx: Tx, schoolId: string, customerId: CustomerId): Promise<string | null> {
  const [customer] = await tx
    .select({ cardNo: customers.cardNo })
    .from(customers)
    .where(isThis(schoolId, customerId))
    .for('no key update')
  if (!customer) throw new AppError('request.not-found', { field: 'customerId' })
  return customer.cardNo
}

/**
 * Gives a pupil a card; the one before is replaced and ends with the devices' next pull. Repeating it changes nothing.
 * @returns whether it changed @throws AppError request.not-found, card.taken
 */
export async function giveCardTo(tx: Tx, by: CardBy, customerId: CustomerId, cardNo: string): Promise<boolean> {
  const { schoolId } = by
  await lockRoster(tx, schoolId)
  const cardBefore = await lockCard(tx, schoolId, customerId)
  if (cardBefore === cardNo) return false
  const [owner] = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.schoolId, schoolId), eq(customers.cardNo, cardNo)))
  if (owner) throw new AppError('card.taken', { field: 'cardNo' })
  await writeCards(tx, by, [{ customerId, cardNo, cardBefore }])
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx.update(customers).set({ cardNo, version }).where(isThis(schoolId, customerId))
  return true
}

/** Gives a pupil a new random number. @throws AppError request.not-found */
export const replaceCard = (tx: Tx, by: CardBy, customerId: CustomerId): Promise<boolean> =>
  giveCardTo(tx, by, customerId, newCardNo(by.random))

/** Ends the card in use. @throws AppError request.not-found, card.changed where it is another one than was seen */
export async function endCardOf(
  tx: Tx,
  { schoolId, nowMs, random, byUser }: CardBy,
  customerId: CustomerId,
  { cardNo, end }: { cardNo: string; end: 'lost' | 'returned' },
): Promise<void> {
  const inUse = await lockCard(tx, schoolId, customerId)
  if (inUse !== cardNo) throw new AppError('card.changed')
  const ended = { endedAt: toInstant(nowMs), endedBy: byUser, end }
  const known = await tx
    .update(cards)
    .set(ended)
    .where(and(eq(cards.schoolId, schoolId), eq(cards.customerId, customerId), isNull(cards.endedAt)))
    .returning({ id: cards.id })
  if (known.length === 0)
    await tx.insert(cards).values({ schoolId, id: uuidv7(nowMs, random), customerId, cardNo, ...ended })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx.update(customers).set({ cardNo: null, version }).where(isThis(schoolId, customerId))
}

/** Returns the cards of a pupil, the one in use first. @throws AppError request.not-found */
export async function cardsOf(tx: Tx, schoolId: string, customerId: CustomerId): Promise<Card[]> {
  const [customer] = await tx.select({ cardNo: customers.cardNo }).from(customers).where(isThis(schoolId, customerId))
  if (!customer) throw new AppError('request.not-found', { field: 'customerId' })
  const rows = await tx
    .select()
    .from(cards)
    .where(and(eq(cards.schoolId, schoolId), eq(cards.customerId, customerId)))
    .orderBy(sql`${cards.endedAt} is not null`, desc(cards.endedAt), desc(cards.id))
    .limit(50)
  const people = await findPeople(
    tx,
    schoolId,
    rows.flatMap(({ givenBy, endedBy }) => [givenBy, endedBy].filter((id) => id !== null)),
  )
  const nameOf = (id: UserId | null) => (id === null ? null : (people.get(id)?.name ?? null))
  const noted = rows.map(({ id, cardNo, givenAt, givenBy, endedAt, endedBy, end }) => ({
    id,
    cardNo,
    givenAt,
    givenBy: nameOf(givenBy),
    endedAt,
    endedBy: nameOf(endedBy),
    end,
  }))
  const isNoted = customer.cardNo === null || noted.some(({ endedAt }) => endedAt === null)
  const unknown = { id: null, givenAt: null, givenBy: null, endedAt: null, endedBy: null, end: null }
  return isNoted ? noted : [{ ...unknown, cardNo: customer.cardNo ?? '' }, ...noted]
}

/**
 * Gives those a random number who have no card. Returns the cards of all of them, by class and number.
 * @throws AppError request.not-found where one is no pupil of the school
 */
export async function cardsToPrint(
  tx: Tx,
  by: CardBy,
  customerIds: readonly CustomerId[],
): Promise<{ cards: PrintedCard[]; issued: number }> {
  const { schoolId } = by
  const ids = [...new Set(customerIds)]
  const found = await tx
    .select({ customerId: customers.id, cardBefore: customers.cardNo })
    .from(customers)
    .where(and(eq(customers.schoolId, schoolId), inArray(customers.id, ids)))
    .orderBy(customers.id)
    .for('no key update')
  if (found.length < ids.length) throw new AppError('request.not-found', { field: 'customerIds' })
  const given = found
    .filter(({ cardBefore }) => cardBefore === null)
    .map((row) => ({ ...row, cardNo: newCardNo(by.random) }))
  await writeCards(tx, by, given)
  if (given.length > 0) {
    const version = (await assignVersions(tx, schoolId, 1)) + 1
    for (const { customerId, cardNo } of given)
      await tx.update(customers).set({ cardNo, version }).where(isThis(schoolId, customerId))
  }
  const { rows } = await tx.execute<PrintedCard & Record<string, unknown>>(sql`
    select id as "customerId", admission_no as "admissionNo", name, class_name as "className", card_no as "cardNo"
    from customers where school_id = ${schoolId} and id = any(${uuidList(ids)}) order by class_name, admission_no, id`)
  return { cards: rows, issued: given.length }
}
