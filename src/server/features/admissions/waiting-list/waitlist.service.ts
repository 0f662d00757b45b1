import { and, eq, type SQL } from 'drizzle-orm'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { orderWaiting, type Position } from '#shared/admissions/waiting-list.rules.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import type { Place } from '#shared/students/seat.contract.ts'
import { readRules } from '../rules/admission-rules.service.ts'
import { lockSeatCategory, seatCategoryKey } from '../seats/seat.service.ts'
import type { Actor } from '../transitions/actor.service.ts'
import { verifiedClaims } from './claim.service.ts'
import { type Cause, recordDeparture, recordPositions } from './waiting-position.service.ts'

/** Who changes a waiting list, and the time zone its days are counted in. */
export interface WaitlistActor {
  schoolId: string
  nowMs: number
  timeZone: string
}

/** Returns the same for who makes a transition. */
export const waitlistActor = ({
  schoolId,
  nowMs,
  mail,
}: Pick<Actor, 'schoolId' | 'nowMs' | 'mail'>): WaitlistActor => ({
  schoolId,
  nowMs,
  timeZone: mail.school.timeZone,
})

/** The waiting list of one seat category: each child with its position. */
export interface Waitlist {
  place: Place
  children: { student: Student; at: Position }[]
}

/** Returns the seat category of a child; null while its placement is open. */
const placeIn = ({ campus, entryYear, grade, stream }: Student): Place | null =>
  entryYear === null || grade === null ? null : { campus, entryYear, grade, stream }

/** Orders the waiting lists of these students as they are now, the next child first. */
async function waitlists(
  tx: Tx,
  { schoolId, timeZone }: Omit<WaitlistActor, 'nowMs'>,
  where: SQL | undefined,
): Promise<Waitlist[]> {
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
    const line = found.get(seatCategoryKey(place)) ?? { place, students: [] }
    line.students.push(student)
    found.set(seatCategoryKey(place), line)
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

/** Returns every waiting list of a year, or of all years. */
export const waitlistsOf = (tx: Tx, by: Omit<WaitlistActor, 'nowMs'>, year: number | undefined): Promise<Waitlist[]> =>
  waitlists(tx, by, year === undefined ? undefined : eq(students.entryYear, year))

/** Returns the waiting list of one seat category; empty where nobody waits. */
export async function waitlistAt(tx: Tx, by: Omit<WaitlistActor, 'nowMs'>, place: Place): Promise<Waitlist> {
  const { campus, entryYear, grade, stream } = place
  const here = and(
    eq(students.campus, campus),
    eq(students.entryYear, entryYear),
    eq(students.grade, grade),
    eq(students.stream, stream),
  )
  const [line] = await waitlists(tx, by, here)
  return line ?? { place, children: [] }
}

/** Returns the waiting list a student is on, if any. */
export async function waitlistOf(tx: Tx, by: Omit<WaitlistActor, 'nowMs'>, student: Student): Promise<Waitlist | null> {
  const place = student.status === 'waiting' ? placeIn(student) : null
  return place && waitlistAt(tx, by, place)
}

/** Whether a student is the first of their waiting list; true for one who is on none. */
export async function isNext(tx: Tx, by: Omit<WaitlistActor, 'nowMs'>, student: Student): Promise<boolean> {
  const line = await waitlistOf(tx, by, student)
  return line === null || line.children[0]?.student.id === student.id
}

/** Numbers a waiting list again, under the lock of its seat category, and records every position that changed. */
async function renumber(tx: Tx, by: WaitlistActor, place: Place, cause: Cause): Promise<Waitlist> {
  await lockSeatCategory(tx, by, place)
  const line = await waitlistAt(tx, by, place)
  await recordPositions(tx, by, { place, positions: line.children.map(({ at }) => at), cause })
  return line
}

/**
 * Updates the positions on the waiting lists that a changed student has joined, left or moved between. The student is locked
 * first and then the seat categories, always in the same order.
 * @param isOutOfOrder whether the student leaves the list although others were before them
 */
export async function updateWaitlistPositions(
  tx: Tx,
  by: WaitlistActor,
  { before, after, isOutOfOrder = false }: { before: Student; after: Student; isOutOfOrder?: boolean },
): Promise<void> {
  const [from, to] = [before, after].map((each) => (each.status === 'waiting' ? placeIn(each) : null))
  if (!from && !to) return
  const isSameCategory = from && to && seatCategoryKey(from) === seatCategoryKey(to)
  if (isSameCategory) return
  const places = [from, to]
    .flatMap((place) => place ?? [])
    .toSorted((a, b) => (seatCategoryKey(a) < seatCategoryKey(b) ? -1 : 1))
  for (const place of places) await lockSeatCategory(tx, by, place)
  const studentId = after.id
  if (from) {
    const { children } = await renumber(tx, by, from, { studentId, cause: 'left' })
    const left = {
      place: from,
      studentId,
      total: children.length,
      cause: isOutOfOrder ? 'out-of-order' : 'left',
    } as const
    if (!to) await recordDeparture(tx, by, left)
  }
  if (to) await renumber(tx, by, to, { studentId, cause: from ? 'place' : 'joined' })
}

/** Numbers the waiting list of a student again after one of their claims has changed. */
export async function updatePositionsAfterClaim(tx: Tx, by: WaitlistActor, student: Student): Promise<void> {
  const place = student.status === 'waiting' ? placeIn(student) : null
  if (place) await renumber(tx, by, place, { studentId: student.id, cause: 'claim' })
}

/** Numbers every waiting list again after the rules have changed, in the order in which seat categories are locked. */
export async function renumberAll(tx: Tx, by: WaitlistActor): Promise<void> {
  const all = await waitlistsOf(tx, by, undefined)
  const places = all.map(({ place }) => place).toSorted((a, b) => (seatCategoryKey(a) < seatCategoryKey(b) ? -1 : 1))
  for (const place of places) await renumber(tx, by, place, { studentId: null, cause: 'rules' })
}
