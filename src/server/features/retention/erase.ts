import { sql } from 'drizzle-orm'
import { type lockStudent, updateStudent } from '#server/features/admissions/file/student-row.service.ts'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { forgetLeaver } from '#server/features/faces/pupils/leave.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { forgetPupilAccount } from '#server/features/pos/accounts/close-account.service.ts'
import { lockCustomer } from '#server/features/pos/accounts/pupil-account.service.ts'
import { foundBy } from '#server/features/students/student.service.ts'
import { permitErasure, type Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { businessDay, fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'
import { type ErasedCounts, type ErasureCause, noCounts } from '#shared/retention/retention.rules.ts'
import { studentErasures } from './erasure.table.ts'
import { familyLines } from './plan-family.ts'
import { fileLines } from './plan-file.ts'
import type { ErasureLine } from './plan.types.ts'
import { type Scope, scopeOf } from './scope.ts'

/** What an erasure is of, and the school's own day on which it happens. */
interface Subject {
  about: 'file' | 'enquiry'
  day: string
}

/**
 * Lets the transaction erase what belongs to a closed file that is not on hold, or to an enquiry: the last check, in one statement, after
 * those that answer a person.
 * @throws Error when it is neither; nothing may be erased then
 */
export async function permitScope(tx: Tx, scope: Scope, { about, day }: Subject): Promise<void> {
  const { schoolId, studentId } = scope
  const { rows: due } = await tx.execute(
    about === 'enquiry'
      ? sql`select 1 from submissions where school_id = ${schoolId} and id = ${studentId} and purpose = 'enquiry'`
      : sql`select 1 from students s where s.school_id = ${schoolId} and s.id = ${studentId} and s.status = 'rejected'
          and s.erased_at is null and not exists (select 1 from erasure_holds h where h.school_id = ${schoolId}
            and h.student_id = s.id and (h.until_day is null or h.until_day >= ${day}))`,
  )
  if (due.length === 0) throw new Error('what shall be erased is no closed file and no enquiry, or is on hold')
  await permitErasure(tx, await idsOf(tx, scope))
}

/** Returns the ids that append-only rows of the scope hold: its own, and those of what rows belong to that do not name it. */
async function idsOf(tx: Tx, { schoolId, studentId, submissionIds, requestIds }: Scope): Promise<string[]> {
  const records = uuidList([...submissionIds, ...requestIds])
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from issued_letters
      where school_id = ${schoolId} and (student_id = ${studentId} or subject_id = any(${records}))
    union all select id from student_notes where school_id = ${schoolId} and student_id = ${studentId}
    union all select id from scoring_assessments where school_id = ${schoolId} and student_id = ${studentId}
    union all select id from consent_acts where school_id = ${schoolId} and request_id = any(${records})
    union all select id from offers where school_id = ${schoolId} and student_id = ${studentId}
    union all select g.id from offer_signers g join offers o on o.school_id = g.school_id and o.id = g.offer_id
      where g.school_id = ${schoolId} and o.student_id = ${studentId}`)
  return [studentId, ...submissionIds, ...requestIds, ...rows.map(({ id }) => id)]
}

/** Lists what an erasure reaches, in the order in which it goes. */
export const linesOf = (scope: Scope): ErasureLine[] => [...familyLines(scope), ...fileLines(scope)]

/** Counts what an erasure would delete, by the very conditions by which it erases. */
export async function countOf(tx: Tx, scope: Scope): Promise<ErasedCounts> {
  const counts: Record<keyof ErasedCounts, number> = { ...noCounts, guardiansKept: scope.guardiansKept }
  for (const { table, kind, where } of linesOf(scope)) {
    if (kind === null) continue
    const { rows } = await tx.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(table)} t where t.school_id = ${scope.schoolId} and ${where}`,
    )
    counts[kind] += rows[0]?.count ?? 0
  }
  return { ...counts, guardians: counts.guardians - counts.guardiansKept }
}

export const rehearse = async (tx: Tx, schoolId: string, studentId: string): Promise<ErasedCounts> =>
  countOf(tx, await scopeOf(tx, { schoolId, studentId }))

export interface Eraser {
  mail: MailCtx
  nowMs: number
  /** Null for the clock. */
  userId: UserId | null
}

type Locked = Awaited<ReturnType<typeof lockStudent>>
type Erasure = typeof studentErasures.$inferSelect

/**
 * Erases a closed file permanently, under its lock and in the caller's transaction: all of it or nothing. The caller checked for
 * blockers.
 */
export async function erase(tx: Tx, by: Eraser, student: Locked, cause: ErasureCause): Promise<void> {
  const { schoolId, id: studentId } = student
  const scope = await scopeOf(tx, { schoolId, studentId })
  await eraseScope(tx, by, scope, { about: 'file', cause, since: student.statusSince })
  await updateStudent(tx, student, {
    erasedAt: toInstant(by.nowMs),
    ...foundBy({ nameLatin: null, nameArabic: null, reference: student.reference }),
  })
  await forgetAccount(tx, by, scope)
  await recordAuditEvent(tx, by.mail, 'file-erased', { about: studentId, by: by.userId, facts: { cause } })
}

/** Records the erasure, then deletes. The database lets append-only rows go only where the transaction names whose they are. */
export async function eraseScope(
  tx: Tx,
  { mail, nowMs, userId }: Eraser,
  scope: Scope,
  { since, ...of }: Pick<Erasure, 'about' | 'cause'> & { since: Instant },
): Promise<void> {
  const { schoolId, studentId } = scope
  const { timeZone } = mail.school
  const at = toInstant(nowMs)
  const day = businessDay(nowMs, timeZone, 0)
  await permitScope(tx, scope, { about: of.about, day })
  const { rows } = await tx.execute<{ xact: string }>(sql`select pg_current_xact_id()::text as xact`)
  await tx.insert(studentErasures).values({
    schoolId,
    studentId,
    ...of,
    xact: rows[0]?.xact ?? '',
    records: [...scope.submissionIds, ...scope.requestIds],
    closedOn: businessDay(fromInstant(since), timeZone, 0),
    counts: await countOf(tx, scope),
    day,
    at,
    byUser: userId,
  })
  await withdrawLetters(tx, scope, at, userId)
  await leavePruned(tx, scope)
  for (const line of linesOf(scope)) await carryOut(tx, schoolId, line)
}

/** Erases the child's account at the tills. Versions are taken last: every till waits for them. */
async function forgetAccount(tx: Tx, { mail, nowMs, userId }: Eraser, scope: Scope): Promise<void> {
  const { schoolId, studentId, accountId } = scope
  const { random, keyRing } = mail.deps
  if (accountId) {
    await lockCustomer(tx, schoolId, accountId)
    await forgetLeaver(tx, { schoolId, nowMs, random, keyRing }, accountId, userId)
  }
  await forgetPupilAccount(tx, schoolId, studentId, accountId)
}

const carryOut = (tx: Tx, schoolId: string, { table, where, set }: ErasureLine) => {
  const name = sql.identifier(table)
  return tx.execute(
    set === undefined
      ? sql`delete from ${name} t where t.school_id = ${schoolId} and ${where}`
      : sql`update ${name} t set ${set} where t.school_id = ${schoolId} and ${where}`,
  )
}

/** Withdraws letters: verifying one shows that it is no longer valid. */
const withdrawLetters = (
  tx: Tx,
  { schoolId, studentId, requestIds, submissionIds }: Scope,
  at: string,
  byUser: UserId | null,
) =>
  tx.execute(sql`
    insert into letter_ends (school_id, letter_id, standing, at, by_user)
    select school_id, id, 'withdrawn', ${at}::timestamptz, ${byUser}::uuid from issued_letters
    where school_id = ${schoolId}
      and (student_id = ${studentId} or subject_id = any(${uuidList([...requestIds, ...submissionIds])}))
    on conflict do nothing`)

/** Stores what is left of forms that are about other children too. */
async function leavePruned(tx: Tx, { schoolId, pruned }: Scope): Promise<void> {
  for (const { submissionId, answers, searchText } of pruned)
    await tx.execute(sql`
      update submissions set answers = ${JSON.stringify(answers)}::jsonb, search_text = ${searchText}
      where school_id = ${schoolId} and id = ${submissionId}`)
}
