import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { fromInstant, minuteMs, toInstant } from '#shared/kernel/time.ts'
import { attempts } from './auth.table.ts'

/** Window in which attempts per subject are counted, unless the subject names another. */
const usualWindowMs = 15 * minuteMs

/** Subject of a limit, and its attempts per window. */
export interface Subject {
  readonly kind:
    | 'address'
    | 'account'
    | 'account-address'
    | 'account-till'
    | 'own-password'
    | 'pairing'
    | 'mail-address'
    | 'mail-target'
    | 'mail-target-day'
    | 'proof-address'
    | 'code-target-day'
    | 'challenge'
    | 'link-saves'
    | 'link-uses'
    | 'known-address'
    | 'second-factor'
    | 'second-factor-day'
    | 'public'
    | 'api-token'
  readonly value: string
  readonly limit: number
  readonly windowMs?: number
}

/** Hashed: the table reveals neither who tried nor from where. */
const subjectKey = (schoolId: string, { kind, value }: Subject) => sha256Hex(`${schoolId}\n${kind}\n${value}`)

/**
 * Takes one attempt from every subject, before anything is tried: of many at once only the first `limit` get through. When one
 * subject has none left, the others get theirs back. The caller commits, also on refusal.
 * @returns milliseconds to wait, or 0 when the attempt may be made.
 */
export async function takeAttempts(
  tx: Tx,
  schoolId: string,
  subjects: readonly Subject[],
  nowMs: number,
): Promise<number> {
  for (const [i, subject] of subjects.entries()) {
    const { count, windowStart } = await countOne(tx, schoolId, subject, nowMs)
    if (count > subject.limit) {
      await refundAttempts(tx, schoolId, subjects.slice(0, i))
      return Math.max(1, fromInstant(windowStart) + windowOf(subject) - nowMs)
    }
  }
  return 0
}

const windowOf = ({ windowMs }: Subject): number => windowMs ?? usualWindowMs

/** Returns whether an attempt by the subject was counted in its window. */
export async function wasCounted(tx: Tx, schoolId: string, subject: Subject, nowMs: number): Promise<boolean> {
  const since = toInstant(nowMs - windowOf(subject))
  const [row] = await tx
    .select({ count: attempts.count })
    .from(attempts)
    .where(
      and(
        eq(attempts.schoolId, schoolId),
        eq(attempts.subject, subjectKey(schoolId, subject)),
        gt(attempts.windowStart, since),
      ),
    )
  return row !== undefined
}

/** Counts one more attempt and returns the number, up to one above the limit; for costs that grow with use. */
export const countAttempt = async (tx: Tx, schoolId: string, subject: Subject, nowMs: number): Promise<number> =>
  (await countOne(tx, schoolId, subject, nowMs)).count

async function countOne(tx: Tx, schoolId: string, subject: Subject, nowMs: number) {
  const now = toInstant(nowMs)
  const windowMs = windowOf(subject)
  const over = sql`${attempts.windowStart} <= ${toInstant(nowMs - windowMs)}::timestamptz`
  const [row] = await tx
    .insert(attempts)
    .values({ schoolId, subject: subjectKey(schoolId, subject), windowStart: now, windowMs, count: 1 })
    .onConflictDoUpdate({
      target: [attempts.schoolId, attempts.subject],
      set: {
        // Counting stops above the limit: hammering neither overflows the number nor prolongs the wait.
        count: sql`case when ${over} then 1 else least(${attempts.count}, ${subject.limit}::int) + 1 end`,
        windowStart: sql`case when ${over} then ${now}::timestamptz else ${attempts.windowStart} end`,
      },
    })
    .returning()
  if (!row) throw new Error('an upsert returned no row')
  return row
}

/** Returns attempts that were not wrong: many people may share one address. */
export async function refundAttempts(tx: Tx, schoolId: string, subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) {
    await tx
      .update(attempts)
      .set({ count: sql`greatest(${attempts.count} - 1, 0)` })
      .where(and(eq(attempts.schoolId, schoolId), eq(attempts.subject, subjectKey(schoolId, subject))))
  }
}

const windowEnd = sql`${attempts.windowStart} + ${attempts.windowMs} * interval '1 millisecond'`

/** Deletes the subject's attempts, and all whose window is over. */
export async function clearAttempts(tx: Tx, schoolId: string, subject: Subject, nowMs: number): Promise<void> {
  const inSchool = eq(attempts.schoolId, schoolId)
  await tx.delete(attempts).where(and(inSchool, eq(attempts.subject, subjectKey(schoolId, subject))))
  // Rows being counted in are skipped: waiting for them could deadlock two sign-ins.
  const over = tx
    .select({ subject: attempts.subject })
    .from(attempts)
    .where(and(inSchool, lte(windowEnd, sql`${toInstant(nowMs)}::timestamptz`)))
    .limit(100)
    .for('update', { skipLocked: true })
  await tx.delete(attempts).where(and(inSchool, inArray(attempts.subject, over)))
}
