import { and, eq, isNull, sql } from 'drizzle-orm'
import {
  addFamilyRole,
  addFamilyRoles,
  removeFamilyRole,
} from '#server/features/identity/sessions/family-role.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { familyChildren } from './family.table.ts'

type EndedWhy = NonNullable<typeof familyChildren.$inferSelect.endedWhy>
export type FamilyAccessRow = typeof familyChildren.$inferSelect

interface AccessBy {
  schoolId: string
  nowMs: number
  /** Staff member; null for a transition. */
  userId: UserId | null
}

/** Normalises an address for storing and comparing. */
export const addressKey = (email: string): string => email.trim().toLowerCase()

const of = (schoolId: string, studentId: string, email?: string) =>
  and(
    eq(familyChildren.schoolId, schoolId),
    eq(familyChildren.studentId, studentId),
    isNull(familyChildren.endedAt),
    email === undefined ? undefined : eq(familyChildren.email, email),
  )

/** Access that the school gives: with every right, and not ended. */
const ofSchool = { rights: null, invitedBy: null, name: null, endedAt: null, endedWhy: null }

/** Gives accounts of this address access to the child. @returns whether none had it before */
export async function giveChild(tx: Tx, by: AccessBy, studentId: string, address: string): Promise<boolean> {
  const { schoolId, nowMs, userId } = by
  const email = addressKey(address)
  const [before] = await tx
    .select()
    .from(familyChildren)
    .where(of(schoolId, studentId, email))
  if (before) return false
  const gaveRole = await addFamilyRole(tx, schoolId, email)
  const row = { ...ofSchool, givenAt: toInstant(nowMs), givenBy: userId, gaveRole }
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
 * Gives accounts of these addresses access to their children; who had it before, or had it taken, stays as they are.
 * @returns how many got it
 */
export async function giveChildren(
  tx: Tx,
  { schoolId, nowMs, userId }: AccessBy,
  given: readonly { studentId: string; address: string }[],
): Promise<number> {
  if (given.length === 0) return 0
  const pairs = given.map(({ studentId, address }) => ({ studentId, email: addressKey(address) }))
  const gave = await addFamilyRoles(tx, schoolId, [...new Set(pairs.map(({ email }) => email))])
  const rows = await tx
    .insert(familyChildren)
    .values(
      pairs.map(({ studentId, email }) => ({
        schoolId,
        studentId,
        email,
        givenAt: toInstant(nowMs),
        givenBy: userId,
        gaveRole: gave.has(email),
        ...ofSchool,
      })),
    )
    .onConflictDoNothing()
    .returning({ email: familyChildren.email })
  return rows.length
}

/**
 * Removes access to the child from accounts of this address, or of any. With the last child a family role goes that was granted
 * with one; an account opened as a family keeps it, and may apply again. @returns how many addresses
 */
export async function takeChild(
  tx: Tx,
  { schoolId, nowMs, why }: Pick<AccessBy, 'schoolId' | 'nowMs'> & { why: EndedWhy },
  studentId: string,
  address?: string,
): Promise<number> {
  const ended = await tx
    .update(familyChildren)
    .set({ endedAt: toInstant(nowMs), endedWhy: why })
    .where(of(schoolId, studentId, address === undefined ? undefined : addressKey(address)))
    .returning({ email: familyChildren.email })
  for (const { email } of ended) {
    const rows = await tx
      .select({ gaveRole: familyChildren.gaveRole, endedAt: familyChildren.endedAt })
      .from(familyChildren)
      .where(and(eq(familyChildren.schoolId, schoolId), eq(familyChildren.email, email)))
    const isLast = rows.every(({ endedAt }) => endedAt !== null)
    if (isLast && rows.some(({ gaveRole }) => gaveRole)) await removeFamilyRole(tx, schoolId, email)
  }
  return ended.length
}

/** Returns ids of students that accounts of this address can see. */
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

/** Returns the addresses with access to a child. */
export async function addressesOf(tx: Tx, schoolId: string, studentId: string): Promise<string[]> {
  const rows = await tx.select({ email: familyChildren.email }).from(familyChildren).where(of(schoolId, studentId))
  return rows.map(({ email }) => email)
}

/** Returns every access of accounts of this address, also ended ones. */
export const accessOf = (tx: Tx, schoolId: string, address: string): Promise<FamilyAccessRow[]> =>
  tx
    .select()
    .from(familyChildren)
    .where(and(eq(familyChildren.schoolId, schoolId), eq(familyChildren.email, addressKey(address))))

/** Returns every access to a child, also ended ones, the earliest first. */
export const accessTo = (tx: Tx, schoolId: string, studentId: string): Promise<FamilyAccessRow[]> =>
  tx
    .select()
    .from(familyChildren)
    .where(and(eq(familyChildren.schoolId, schoolId), eq(familyChildren.studentId, studentId)))
    .orderBy(familyChildren.givenAt, familyChildren.email)

/** Returns ids of students of whom this address is a guardian's by the record. */
export async function guardianOf(tx: Tx, schoolId: string, address: string): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct student_id as id from student_guardians
    where school_id = ${schoolId} and lower(email) = ${addressKey(address)}`)
  return rows.map(({ id }) => id)
}

interface Invitation {
  studentId: string
  address: string
  name: string
  rights: readonly string[]
}

/** Gives an invited guardian access with these rights, or changes those of an access that a guardian gave. */
export async function inviteToChild(
  tx: Tx,
  { schoolId, nowMs, userId }: AccessBy & { userId: UserId },
  { studentId, address, name, rights }: Invitation,
): Promise<void> {
  const email = addressKey(address)
  const gaveRole = await addFamilyRole(tx, schoolId, email)
  const row = { rights: [...rights], invitedBy: userId, name, endedAt: null, endedWhy: null }
  const given = { givenAt: toInstant(nowMs), givenBy: userId }
  await tx
    .insert(familyChildren)
    .values({ schoolId, studentId, email, ...row, ...given, gaveRole })
    .onConflictDoUpdate({
      target: [familyChildren.schoolId, familyChildren.studentId, familyChildren.email],
      set: { ...row, ...given, gaveRole: sql`${familyChildren.gaveRole} or ${gaveRole}` },
    })
}
