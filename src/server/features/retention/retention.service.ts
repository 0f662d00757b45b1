import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { readRules } from '#server/features/admissions/rules/admission-rules.service.ts'
import { countOver, filesOver, owedAmong } from '#server/features/admissions/transitions/student-closed.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { findStudentRow, rowView } from '#server/features/students/student-related.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import { businessDay, type Day, fromInstant, toInstant } from '#shared/kernel/time.ts'
import type { filesDue, Retention } from '#shared/retention/retention.contract.ts'
import { erasesOn, isHeld } from '#shared/retention/retention.rules.ts'
import { erasureHolds, studentErasures } from './erasure.table.ts'

export interface At {
  schoolId: string
  timeZone: string
  nowMs: number
}

const nobody = { en: '–', ar: '–' }
const todayOf = ({ nowMs, timeZone }: At): Day => businessDay(nowMs, timeZone, 0)

/** Returns a file's hold: by whom, until when and why. */
export async function holdOf(tx: Tx, schoolId: string, studentId: string) {
  const [hold] = await tx
    .select()
    .from(erasureHolds)
    .where(and(eq(erasureHolds.schoolId, schoolId), eq(erasureHolds.studentId, studentId)))
  return hold
}

/** Returns the erasure of a file, if any. */
export async function erasureOf(tx: Tx, schoolId: string, studentId: string) {
  const [erasure] = await tx
    .select()
    .from(studentErasures)
    .where(and(eq(studentErasures.schoolId, schoolId), eq(studentErasures.studentId, studentId)))
  return erasure
}

/** Returns the retention status of a file on this day. @throws AppError request.not-found */
export async function readRetention(tx: Tx, at: At, studentId: string): Promise<z.input<typeof Retention>> {
  const { schoolId, timeZone } = at
  const student = await findStudentRow(tx, schoolId, studentId)
  if (!student) throw new AppError('request.not-found')
  const hold = await holdOf(tx, schoolId, studentId)
  const erasure = await erasureOf(tx, schoolId, studentId)
  const { keepClosedMonths } = (await readRules(tx, schoolId)).rules
  const isClosed = student.status === 'rejected'
  const closedOn = isClosed ? businessDay(fromInstant(student.statusSince), timeZone, 0) : null
  const staff = await findPeople(tx, schoolId, [hold?.byUser ?? [], erasure?.byUser ?? []].flat())
  const nameOf = (userId: NonNullable<typeof hold>['byUser']) => ({ userId, name: staff.get(userId)?.name ?? nobody })
  const isClockOn = closedOn !== null && !erasure
  return {
    closedOn,
    erasesOn: isClockOn ? erasesOn(closedOn, keepClosedMonths, hold ?? null) : null,
    hold: hold && isClosed ? { reason: hold.reason, until: hold.untilDay, by: nameOf(hold.byUser), at: hold.at } : null,
    hindrance: isClockOn ? ((await blockerOf(tx, at, studentId)) ?? null) : null,
    erased: erasure
      ? {
          at: erasure.at,
          by: erasure.byUser && nameOf(erasure.byUser),
          cause: erasure.cause,
          closedOn: erasure.closedOn,
          counts: erasure.counts,
        }
      : null,
  }
}

/** Returns the blocker of a closed file's erasure, whatever its day. */
export async function blockerOf(tx: Tx, at: At, studentId: string): Promise<MessageId | undefined> {
  if (isHeld((await holdOf(tx, at.schoolId, studentId)) ?? null, todayOf(at))) return 'student.erase-held'
  return (await owedAmong(tx, at.schoolId, [studentId])).size > 0 ? 'student.erase-owed' : undefined
}

/** Selects ids of files on hold on this day, for `in (…)`. */
const heldOn = (schoolId: string, today: Day): SQL =>
  sql`select student_id from ${erasureHolds} where school_id = ${schoolId} and (until_day is null or until_day >= ${today}::date)`

type Due = z.input<typeof filesDue.reply>

/** Lists closed files past retention, a page at a time. */
export async function readDue(
  tx: Tx,
  at: At,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<Due> {
  const { schoolId, timeZone } = at
  const { keepClosedMonths: keepMonths, erasesByItself: byItself } = (await readRules(tx, schoolId)).rules
  if (keepMonths === null) return { keepMonths, byItself, total: 0, files: [], next: null }
  const today = todayOf(at)
  const asked = { schoolId, timeZone, today, keepMonths, held: heldOn(schoolId, today) }
  const found = await filesOver(tx, asked, { after: placeOf(after), limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const ids = page.map(({ id }) => id)
  const owed = await owedAmong(tx, schoolId, ids)
  const staff = await findPeople(
    tx,
    schoolId,
    page.flatMap(({ ownerId }) => ownerId ?? []),
  )
  const files = page.map((student) => {
    const closedOn = businessDay(fromInstant(student.statusSince), timeZone, 0)
    return {
      student: rowView(student, staff),
      closedOn,
      erasesOn: erasesOn(closedOn, keepMonths, null) ?? today,
      hindrance: owed.has(student.id) ? ('student.erase-owed' as const) : null,
    }
  })
  return {
    keepMonths,
    byItself,
    total: await countOver(tx, asked),
    files,
    next: last ? `${last.statusSince} ${last.id}` : null,
  }
}

/** Parses the last entry of the previous page. @throws AppError request.invalid */
export function placeOf(after: string | undefined): { since: string; id: string } | undefined {
  if (after === undefined) return undefined
  const [since = '', id = ''] = after.split(' ')
  if (!Number.isFinite(Date.parse(since)) || !/^[0-9a-f-]{36}$/.test(id))
    throw new AppError('request.invalid', { field: 'after' })
  return { since, id }
}

/** Returns the time of the last erasure of a file. */
export async function lastErasure(tx: Tx, schoolId: string): Promise<string | null> {
  const [last] = await tx
    .select({ at: studentErasures.at })
    .from(studentErasures)
    .where(eq(studentErasures.schoolId, schoolId))
    .orderBy(desc(studentErasures.at))
    .limit(1)
  return last?.at ?? null
}

/** Puts a file on hold, or ends the hold. */
export async function putHold(
  tx: Tx,
  {
    schoolId,
    nowMs,
    byUser,
  }: { schoolId: string; nowMs: number; byUser: (typeof erasureHolds.$inferSelect)['byUser'] },
  studentId: string,
  hold: { reason: string; until: Day | null } | null,
): Promise<void> {
  await tx.delete(erasureHolds).where(and(eq(erasureHolds.schoolId, schoolId), eq(erasureHolds.studentId, studentId)))
  if (hold)
    await tx
      .insert(erasureHolds)
      .values({ schoolId, studentId, reason: hold.reason, untilDay: hold.until, byUser, at: toInstant(nowMs) })
}
