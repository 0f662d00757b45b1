import { and, eq, type SQL } from 'drizzle-orm'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { orderWaiting, type Position } from '#shared/admissions/waiting-list.rules.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { lockPlace, placeKey } from '../seats/seat.service.ts'
import type { Actor } from '../transitions/actor.service.ts'
import { verifiedClaims } from './claim.service.ts'
import { type Cause, keepPositions, leaveList } from './waiting-position.service.ts'

/** Whoever moves a list, and what its days are reckoned by. */
export interface LineBy {
  schoolId: string
  nowMs: number
  timeZone: string
}

/** The same of whoever takes a step. */
export const lineBy = ({ schoolId, nowMs, mail }: Pick<Actor, 'schoolId' | 'nowMs' | 'mail'>): LineBy => ({
  schoolId,
  nowMs,
  timeZone: mail.school.timeZone,
})

/** The waiting list of one place: each child with its position. */
export interface Line {
  place: Place
  children: { student: Student; at: Position }[]
}

/** Where a child waits; null for one of whom nobody has said where it is to go. */
const placeIn = ({ campus, entryYear, grade, stream }: Student): Place | null =>
  entryYear === null || grade === null ? null : { campus, entryYear, grade, stream }

/** The lists of these places as they stand now, the next child first. */
async function lines(tx: Tx, { schoolId, timeZone }: Omit<LineBy, 'nowMs'>, where: SQL | undefined): Promise<Line[]> {
  const waiting = await tx
    .select()
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.status, 'waiting'), where))
  const ids = waiting.map(({ id }) => id)
  const claims = await verifiedClaims(tx, schoolId, ids)
  const { rules } = await readRules(tx, schoolId)
  const found = new Map<string, { place: Place; students: Student[] }>()
  for (const student of waiting) {
    const place = placeIn(student)
    if (place === null) continue
    const line = found.get(placeKey(place)) ?? { place, students: [] }
    line.students.push(student)
    found.set(placeKey(place), line)
  }
  return [...found.values()].map(({ place, students: all }) => {
    const byId = new Map(all.map((student) => [student.id, student]))
    const children = all.map(({ id, appliedAt }) => {
      const since = businessDay(fromInstant(appliedAt), timeZone, 0)
      return { id, appliedAt, since, verified: claims.get(id) ?? [] }
    })
    const ordered = orderWaiting(children, rules.claimOrder)
    return { place, children: ordered.flatMap((at) => ({ student: byId.get(at.id), at })).filter(isThere) }
  })
}

const isThere = <T extends { student: Student | undefined }>(each: T): each is T & { student: Student } =>
  each.student !== undefined

/** The list of every place of a year, or of all years. */
export const linesOf = (tx: Tx, by: Omit<LineBy, 'nowMs'>, year: number | undefined): Promise<Line[]> =>
  lines(tx, by, year === undefined ? undefined : eq(students.entryYear, year))

/** The list of one place; empty where nobody waits. */
export async function lineAt(tx: Tx, by: Omit<LineBy, 'nowMs'>, place: Place): Promise<Line> {
  const { campus, entryYear, grade, stream } = place
  const here = and(
    eq(students.campus, campus),
    eq(students.entryYear, entryYear),
    eq(students.grade, grade),
    eq(students.stream, stream),
  )
  const [line] = await lines(tx, by, here)
  return line ?? { place, children: [] }
}

/** The list on which a student waits, if they do. */
export async function lineOf(tx: Tx, by: Omit<LineBy, 'nowMs'>, student: Student): Promise<Line | null> {
  const place = student.status === 'waiting' ? placeIn(student) : null
  return place && lineAt(tx, by, place)
}

/** Whether this student is the next one on their list; whoever is on none is nobody's successor. */
export async function isNext(tx: Tx, by: Omit<LineBy, 'nowMs'>, student: Student): Promise<boolean> {
  const line = await lineOf(tx, by, student)
  return line === null || line.children[0]?.student.id === student.id
}

/** Numbers the list of a place anew, under its lock, and keeps every position that changed. */
async function relist(tx: Tx, by: LineBy, place: Place, cause: Cause): Promise<Line> {
  await lockPlace(tx, by, place)
  const line = await lineAt(tx, by, place)
  await keepPositions(tx, by, { place, positions: line.children.map(({ at }) => at), cause })
  return line
}

/**
 * Updates the positions on the waiting lists that a changed student has joined, left or moved between. The student is locked
 * first and then the seat categories, always in the same order. @param isOutOfOrder whether others were before them, and they were taken all the same
 */
export async function updateWaitlistPositions(
  tx: Tx,
  by: LineBy,
  { before, after, isOutOfOrder = false }: { before: Student; after: Student; isOutOfOrder?: boolean },
): Promise<void> {
  const [from, to] = [before, after].map((each) => (each.status === 'waiting' ? placeIn(each) : null))
  if (!from && !to) return
  const isSame = from && to && placeKey(from) === placeKey(to)
  if (isSame) return
  const places = [from, to].flatMap((place) => place ?? []).toSorted((a, b) => (placeKey(a) < placeKey(b) ? -1 : 1))
  for (const place of places) await lockPlace(tx, by, place)
  const studentId = after.id
  if (from) {
    const { children } = await relist(tx, by, from, { studentId, cause: 'left' })
    const left = {
      place: from,
      studentId,
      total: children.length,
      cause: isOutOfOrder ? 'out-of-order' : 'left',
    } as const
    if (!to) await leaveList(tx, by, left)
  }
  if (to) await relist(tx, by, to, { studentId, cause: from ? 'place' : 'joined' })
}

/** What a student claims has changed: their list is numbered anew. */
export async function reorder(tx: Tx, by: LineBy, student: Student): Promise<void> {
  const place = student.status === 'waiting' ? placeIn(student) : null
  if (place) await relist(tx, by, place, { studentId: student.id, cause: 'claim' })
}

/** The rules have changed: every list is numbered anew, one place after the other in the order in which all lock them. */
export async function reorderAll(tx: Tx, by: LineBy): Promise<void> {
  const all = await linesOf(tx, by, undefined)
  const places = all.map(({ place }) => place).toSorted((a, b) => (placeKey(a) < placeKey(b) ? -1 : 1))
  for (const place of places) await relist(tx, by, place, { studentId: null, cause: 'rules' })
}
