import { and, eq, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import { seatCategories, seatHolds } from './seat.table.ts'

interface By {
  schoolId: string
  nowMs: number
  random: Random
}

type PlaceTable = typeof seatCategories | typeof seatHolds

export const inSeatCategory = (table: PlaceTable, schoolId: string, { campus, entryYear, grade, stream }: Place) =>
  and(
    eq(table.schoolId, schoolId),
    eq(table.campus, campus),
    eq(table.entryYear, entryYear),
    eq(table.grade, grade),
    eq(table.stream, stream),
  )

const isActive: SQL = isNull(seatHolds.releasedAt)

/** Counts the seats of a category that are held or firm. */
export const countTaken = (tx: Tx, schoolId: string, place: Place): Promise<number> =>
  tx.$count(seatHolds, and(inSeatCategory(seatHolds, schoolId, place), isActive))

/** Returns what blocks a seat in this category now; it may differ once the seat is taken. */
export async function seatBlocker(tx: Tx, schoolId: string, place: Place): Promise<MessageId | undefined> {
  const [row] = await tx
    .select()
    .from(seatCategories)
    .where(inSeatCategory(seatCategories, schoolId, place))
  if (!row || row.revision === 0) return 'student.seats-uncounted'
  return (await countTaken(tx, schoolId, place)) < row.seats + row.overOffer ? undefined : 'student.seats-full'
}

/**
 * Locks a seat category and its waiting list until the transaction ends. One that nobody has counted gets a row for it, without
 * seats and at revision 0.
 */
export async function lockSeatCategory(tx: Tx, { schoolId, nowMs }: Pick<By, 'schoolId' | 'nowMs'>, place: Place) {
  const { campus, entryYear, grade, stream } = place
  const none = { seats: 0, overOffer: 0, revision: 0, changedAt: toInstant(nowMs) }
  await tx
    .insert(seatCategories)
    .values({ schoolId, campus, entryYear, grade, stream, ...none })
    .onConflictDoNothing()
  const [row] = await tx
    .select()
    .from(seatCategories)
    .where(inSeatCategory(seatCategories, schoolId, place))
    .for('update')
  if (!row) throw new Error('a seat category that was just written is missing')
  return row
}

/**
 * Holds a seat until it is made firm or released. Under a lock of the category, so that no more seats are held than there are.
 * @throws AppError student.seats-uncounted, student.seats-full, student.other-offer
 */
export async function takeSeat(
  tx: Tx,
  { schoolId, nowMs, random }: By,
  { studentId, childId, place }: { studentId: string; childId: string; place: Place },
): Promise<void> {
  const [row] = await tx
    .select()
    .from(seatCategories)
    .where(inSeatCategory(seatCategories, schoolId, place))
    .for('update')
  if (!row || row.revision === 0) throw new AppError('student.seats-uncounted')
  if ((await countTaken(tx, schoolId, place)) >= row.seats + row.overOffer) throw new AppError('student.seats-full')
  const { campus, entryYear, grade, stream } = place
  const taken = await tx
    .insert(seatHolds)
    .values({
      schoolId,
      id: uuidv7(nowMs, random),
      studentId,
      childId,
      campus,
      entryYear,
      grade,
      stream,
      state: 'held',
      takenAt: toInstant(nowMs),
    })
    .onConflictDoNothing()
    .returning({ id: seatHolds.id })
  if (taken.length === 0) throw new AppError('student.other-offer')
}

/** Makes a held seat firm. */
export async function confirmSeat(tx: Tx, { schoolId, nowMs }: By, studentId: string): Promise<void> {
  const firm = await tx
    .update(seatHolds)
    .set({ state: 'firm', firmAt: toInstant(nowMs) })
    .where(and(eq(seatHolds.schoolId, schoolId), eq(seatHolds.studentId, studentId), isActive))
    .returning({ id: seatHolds.id })
  if (firm.length === 0) throw new Error('a seat to be made firm was not held')
}

/** Releases the seat of a student, where there is one. */
export async function releaseSeat(tx: Tx, { schoolId, nowMs }: By, studentId: string): Promise<void> {
  await tx
    .update(seatHolds)
    .set({ releasedAt: toInstant(nowMs) })
    .where(and(eq(seatHolds.schoolId, schoolId), eq(seatHolds.studentId, studentId), isActive))
}

/** Returns the live holds of these students, by student id. */
export async function activeHolds(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
): Promise<Map<string, typeof seatHolds.$inferSelect>> {
  if (studentIds.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(seatHolds)
    .where(and(eq(seatHolds.schoolId, schoolId), inArray(seatHolds.studentId, [...studentIds]), isActive))
  return new Map(rows.map((row) => [row.studentId, row]))
}

/** Returns every counted seat category, with its held and firm seats. */
export async function countedSeatCategories(tx: Tx, schoolId: string, entryYear: number | undefined) {
  const ofYear = (table: PlaceTable) =>
    and(eq(table.schoolId, schoolId), entryYear === undefined ? undefined : eq(table.entryYear, entryYear))
  // A category with only a numbered list has no capacity.
  const places = await tx
    .select()
    .from(seatCategories)
    .where(and(ofYear(seatCategories), gt(seatCategories.revision, 0)))
  const { campus, grade, stream, entryYear: year, state } = seatHolds
  const taken = await tx
    .select({ campus, grade, stream, entryYear: year, state, count: sql<number>`count(*)::int` })
    .from(seatHolds)
    .where(and(ofYear(seatHolds), isActive))
    .groupBy(campus, grade, stream, year, state)
  const counts = new Map(taken.map((row) => [`${seatCategoryKey(row)} ${row.state}`, row.count]))
  const countOf = (place: Place, of: 'held' | 'firm') => counts.get(`${seatCategoryKey(place)} ${of}`) ?? 0
  return places.map((place) => ({ ...place, held: countOf(place, 'held'), firm: countOf(place, 'firm') }))
}

/** Returns one key for each seat category; codes may contain any character. */
export const seatCategoryKey = ({ campus, entryYear, grade, stream }: Place): string =>
  JSON.stringify([campus, entryYear, grade, stream])
