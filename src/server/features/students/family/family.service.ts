import { and, eq, isNull } from 'drizzle-orm'
import { addFamilyRole, dropFamilyRole } from '#server/features/identity/sessions/family-role.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { familyChildren } from './family.table.ts'

interface AccessBy {
  schoolId: string
  nowMs: number
  /** Of the staff; null for a step. */
  userId: UserId | null
}

/** An address as it is kept and compared. */
export const addressKey = (email: string): string => email.trim().toLowerCase()

const of = (schoolId: string, studentId: string, email?: string) =>
  and(
    eq(familyChildren.schoolId, schoolId),
    eq(familyChildren.studentId, studentId),
    isNull(familyChildren.endedAt),
    email === undefined ? undefined : eq(familyChildren.email, email),
  )

/** Lets accounts of this address see the child. @returns whether none could before */
export async function giveChild(tx: Tx, by: AccessBy, studentId: string, address: string): Promise<boolean> {
  const { schoolId, nowMs, userId } = by
  const email = addressKey(address)
  const [before] = await tx
    .select()
    .from(familyChildren)
    .where(of(schoolId, studentId, email))
  if (before) return false
  const gaveRole = await addFamilyRole(tx, schoolId, email)
  const row = { givenAt: toInstant(nowMs), givenBy: userId, gaveRole, endedAt: null }
  await tx
    .insert(familyChildren)
    .values({ schoolId, studentId, email, ...row })
    .onConflictDoUpdate({
      target: [familyChildren.schoolId, familyChildren.studentId, familyChildren.email],
      set: row,
    })
  return true
}

/**
 * Accounts of this address, or of any, see the child no more. With the last child the role of a family goes that was given with one;
 * whoever opened the account as a family keeps it, and may apply again. @returns how many addresses it were
 */
export async function takeChild(
  tx: Tx,
  { schoolId, nowMs }: Pick<AccessBy, 'schoolId' | 'nowMs'>,
  studentId: string,
  address?: string,
): Promise<number> {
  const ended = await tx
    .update(familyChildren)
    .set({ endedAt: toInstant(nowMs) })
    .where(of(schoolId, studentId, address === undefined ? undefined : addressKey(address)))
    .returning({ email: familyChildren.email })
  for (const { email } of ended) {
    const rows = await tx
      .select({ gaveRole: familyChildren.gaveRole, endedAt: familyChildren.endedAt })
      .from(familyChildren)
      .where(and(eq(familyChildren.schoolId, schoolId), eq(familyChildren.email, email)))
    const isLast = rows.every(({ endedAt }) => endedAt !== null)
    if (isLast && rows.some(({ gaveRole }) => gaveRole)) await dropFamilyRole(tx, schoolId, email)
  }
  return ended.length
}

/** Ids of the students whom accounts of this address see. */
export async function childrenOf(tx: Tx, schoolId: string, address: string): Promise<string[]> {
  const rows = await tx
    .select({ studentId: familyChildren.studentId })
    .from(familyChildren)
    .where(
      and(
        eq(familyChildren.schoolId, schoolId),
        eq(familyChildren.email, addressKey(address)),
        isNull(familyChildren.endedAt),
      ),
    )
  return rows.map(({ studentId }) => studentId)
}

/** By which addresses a child is seen at home. */
export async function addressesOf(tx: Tx, schoolId: string, studentId: string): Promise<string[]> {
  const rows = await tx.select({ email: familyChildren.email }).from(familyChildren).where(of(schoolId, studentId))
  return rows.map(({ email }) => email)
}
