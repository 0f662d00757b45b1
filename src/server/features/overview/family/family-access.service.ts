import { studentsToSignFor } from '#server/features/admissions/family/family-offer.service.ts'
import { guardiansToNotify } from '#server/features/admissions/transitions/notify-family.service.ts'
import { studentsOnPaper, type StudentOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { accessOf, addressKey, guardianOf } from '#server/features/students/family/family.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { requireFamily } from '#server/features/fees/family/my-payers.service.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { type FamilyRight, familyRights, rightsOf } from '#shared/overview/family/family-rights.rules.ts'

/** A child of the signed-in family, with what this account may see of it. */
export interface MyChild {
  student: StudentOnPaper
  rights: readonly FamilyRight[]
  /** False for a guardian whom another guardian has invited. */
  mayInvite: boolean
  /** Account of the guardian who has invited this one; null where the school gave the access. */
  invitedBy: UserId | null
}

/**
 * Returns the children of the account: those to whom the school or another guardian gave it access, and while a child is applying
 * also those whose decisions or offer are mailed to its proved address. An access that a person has ended stays ended.
 */
export async function myChildren(tx: Tx, { school: { schoolId }, session }: SessionCtx): Promise<MyChild[]> {
  const email = addressKey(session.user.email)
  if (email === '') return []
  const access = new Map((await accessOf(tx, schoolId, email)).map((row) => [row.studentId, row]))
  const signs = new Set(await studentsToSignFor(tx, schoolId, email))
  const ids = new Set([...access.keys(), ...signs, ...(await guardianOf(tx, schoolId, email))])
  const found: MyChild[] = []
  for (const student of await studentsOnPaper(tx, schoolId, [...ids])) {
    const row = access.get(student.id)
    if (row && row.endedAt === null) {
      const { invitedBy } = row
      found.push({ student, rights: rightsOf(row.rights), mayInvite: invitedBy === null, invitedBy })
      continue
    }
    // Those of earlier releases do not say who has ended them.
    const wasRevoked = row !== undefined && row.endedWhy !== 'transition'
    if (wasRevoked || student.status === 'confirmed') continue
    const isTold =
      signs.has(student.id) || (await guardiansToNotify(tx, student)).some((each) => addressKey(each.email) === email)
    if (isTold) found.push({ student, rights: familyRights, mayInvite: true, invitedBy: null })
  }
  return found.toSorted((a, b) => (a.student.id < b.student.id ? -1 : 1))
}

/**
 * Returns a child of the account, whose rights cover this.
 * @throws AppError access.denied, request.not-found for any other child, known or not
 */
export async function requireMyChild(
  tx: Tx,
  ctx: SessionCtx,
  studentId: string,
  right?: FamilyRight,
): Promise<MyChild> {
  requireFamily(ctx)
  const child = (await myChildren(tx, ctx)).find(({ student }) => student.id === studentId)
  if (!child) throw new AppError('request.not-found', { field: 'student_id' })
  if (right && !child.rights.includes(right)) throw new AppError('access.denied')
  return child
}
