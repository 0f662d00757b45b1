import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import type { ClaimKind } from '#shared/admissions/waiting-list.rules.ts'
import { studentClaims } from './waiting-list.table.ts'

export type ClaimRow = typeof studentClaims.$inferSelect

/** Returns the claims of a student that staff have checked. */
export const claimsOf = (tx: Tx, schoolId: string, studentId: string): Promise<ClaimRow[]> =>
  tx
    .select()
    .from(studentClaims)
    .where(and(eq(studentClaims.schoolId, schoolId), eq(studentClaims.studentId, studentId)))
    .orderBy(asc(studentClaims.kind))

/** Stores the state of a claim. */
export async function saveClaim(tx: Tx, claim: typeof studentClaims.$inferInsert): Promise<void> {
  const { state, note, verifiedOn = null, changedBy, changedAt } = claim
  await tx
    .insert(studentClaims)
    .values(claim)
    .onConflictDoUpdate({
      target: [studentClaims.schoolId, studentClaims.studentId, studentClaims.kind],
      set: { state, note, verifiedOn, changedBy, changedAt },
    })
}

/** Returns the verified claims of these students, by student id. */
export async function verifiedClaims(
  tx: Tx,
  schoolId: string,
  studentIds: readonly string[],
): Promise<Map<string, { kind: ClaimKind; on: string }[]>> {
  const found = new Map<string, { kind: ClaimKind; on: string }[]>()
  if (studentIds.length === 0) return found
  const rows = await tx
    .select()
    .from(studentClaims)
    .where(
      and(
        eq(studentClaims.schoolId, schoolId),
        inArray(studentClaims.studentId, [...studentIds]),
        eq(studentClaims.state, 'verified'),
      ),
    )
  for (const { studentId, kind, verifiedOn } of rows) {
    if (verifiedOn !== null) found.set(studentId, [...(found.get(studentId) ?? []), { kind, on: verifiedOn }])
  }
  return found
}
