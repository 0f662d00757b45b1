import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { Position, PositionCause, PositionReason } from '#shared/admissions/waiting-list.rules.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import { waitingPositions } from './waiting-list.table.ts'

type PositionRow = typeof waitingPositions.$inferSelect

/** Who or what changed the list. */
export interface Cause {
  /** Null where the rules did. */
  studentId: string | null
  cause: 'joined' | 'left' | 'claim' | 'place' | 'rules'
}

interface By {
  schoolId: string
  nowMs: number
}

/**
 * Records every position that changed, with its cause. Called under the lock of the seat category: two at once would number the
 * same list twice.
 */
export async function recordPositions(
  tx: Tx,
  { schoolId, nowMs }: By,
  { place, positions, cause }: { place: Place; positions: readonly Position[]; cause: Cause },
): Promise<void> {
  const last = await latestPositions(
    tx,
    schoolId,
    positions.map(({ id }) => id),
  )
  const changed = positions.filter((each) => !isKept(last.get(each.id), place, each))
  const rows = changed.map(({ id, position, total, reason }) => ({
    ...rowOf(schoolId, place),
    studentId: id,
    no: (last.get(id)?.no ?? 0) + 1,
    position,
    total,
    reason,
    cause: causeFor(id, cause, last.get(id)),
    at: toInstant(nowMs),
  }))
  for (let from = 0; from < rows.length; from += chunk) {
    await tx.insert(waitingPositions).values(rows.slice(from, from + chunk))
  }
}

/** Rows of one insert: a statement takes 65,535 values. */
const chunk = 1000

const rowOf = (schoolId: string, { campus, entryYear, grade, stream }: Place) => ({
  schoolId,
  campus,
  entryYear,
  grade,
  stream,
})

/** Records that a student has left the list. */
export async function recordDeparture(
  tx: Tx,
  { schoolId, nowMs }: By,
  {
    place,
    studentId,
    total,
    cause,
  }: { place: Place; studentId: string; total: number; cause: 'left' | 'out-of-order' },
): Promise<void> {
  const last = (await latestPositions(tx, schoolId, [studentId])).get(studentId)
  const no = (last?.no ?? 0) + 1
  const gone = { studentId, no, position: null, total, reason: null, cause, at: toInstant(nowMs) }
  await tx.insert(waitingPositions).values({ ...rowOf(schoolId, place), ...gone })
}

/** Returns the latest positions of a student, the latest first. */
export const positionHistory = (tx: Tx, schoolId: string, studentId: string, limit: number): Promise<PositionRow[]> =>
  tx
    .select()
    .from(waitingPositions)
    .where(and(eq(waitingPositions.schoolId, schoolId), eq(waitingPositions.studentId, studentId)))
    .orderBy(desc(waitingPositions.no))
    .limit(limit)

async function latestPositions(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
): Promise<Map<string, PositionRow>> {
  if (studentIds.length === 0) return new Map()
  const rows = await tx
    .selectDistinctOn([waitingPositions.studentId])
    .from(waitingPositions)
    .where(and(eq(waitingPositions.schoolId, schoolId), inArray(waitingPositions.studentId, [...studentIds])))
    .orderBy(asc(waitingPositions.studentId), desc(waitingPositions.no))
  return new Map(rows.map((row) => [row.studentId, row]))
}

/** Whether a position is as recorded. The length of the list does not count: a child at its end changes no other position. */
const isKept = (last: PositionRow | undefined, place: Place, { position, reason }: Position): boolean =>
  last !== undefined &&
  last.position === position &&
  last.campus === place.campus &&
  last.entryYear === place.entryYear &&
  last.grade === place.grade &&
  last.stream === place.stream &&
  isSame(last.reason, reason)

const isSame = (one: PositionReason | null, other: PositionReason): boolean =>
  one !== null &&
  one.id === other.id &&
  one.claim === other.claim &&
  one.verifiedOn === other.verifiedOn &&
  one.since === other.since

/** Returns the cause from the view of one child: its own act, or that of another; one without a position has joined. */
function causeFor(id: string, { studentId, cause }: Cause, last: PositionRow | undefined): PositionCause {
  if (id === studentId) return cause
  if (last === undefined || last.position === null) return 'joined'
  if (cause === 'rules') return 'rules'
  return cause === 'claim' ? 'other-claim' : cause === 'left' ? 'other-left' : 'other-joined'
}
