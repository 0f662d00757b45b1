import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { hasAccount } from '#server/features/identity/sessions/family-role.service.ts'
import { addressesOf, addressKey, giveChild, takeChild } from '#server/features/students/family/family.service.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { updateStudent } from '../file/student-row.service.ts'
import type { Actor, StaffActor } from '../transitions/actor.service.ts'
import { guardiansToNotify } from '../transitions/notify-family.service.ts'

interface Taken {
  before: Student
  after: Student
  byUser: UserId | null
}

/** Gives recipients of the confirmation access to the child by an account of their address, until the place is given up. */
export async function applyFamilyEffect(tx: Tx, by: Actor, { before, after, byUser }: Taken): Promise<void> {
  const { schoolId, id } = after
  const note = (what: 'family-access-given' | 'family-access-taken', count: number) =>
    recordAuditEvent(tx, by.mail, what, { about: id, by: byUser, facts: { count } })
  if (after.status === 'confirmed') {
    let count = 0
    for (const { email } of await guardiansToNotify(tx, after))
      if (await giveChild(tx, { schoolId, nowMs: by.nowMs, userId: null }, id, email)) count += 1
    if (count > 0) await note('family-access-given', count)
  } else if (before.status === 'confirmed') {
    const count = await takeChild(tx, { schoolId, nowMs: by.nowMs, why: 'transition' }, id)
    if (count > 0) await note('family-access-taken', count)
  }
}

/** Returns who may see a child's file at home: recipients of decisions, and those with access before. */
export async function familyView(tx: Tx, student: Student) {
  if (student.status !== 'confirmed') return []
  const { schoolId, id } = student
  const given = await addressesOf(tx, schoolId, id)
  const told = new Map((await guardiansToNotify(tx, student)).map(({ name, email }) => [addressKey(email), name]))
  const seen = []
  for (const email of new Set([...told.keys(), ...given].filter((each) => each !== '')))
    seen.push({
      email,
      name: told.get(email) ?? null,
      hasAccount: await hasAccount(tx, schoolId, email),
      isGiven: given.includes(email),
    })
  return seen
}

/** Staff let an address of the family see its child, or end that. @throws AppError request.not-found */
export async function setFamilyAccess(
  tx: Tx,
  by: StaffActor,
  student: Student,
  { email, isGiven }: { email: string; isGiven: boolean },
): Promise<Student> {
  const known = await familyView(tx, student)
  if (!known.some((each) => addressKey(each.email) === addressKey(email))) throw new AppError('request.not-found')
  const changed = await updateStudent(tx, student, {})
  const { schoolId, nowMs, userId } = by
  const what = isGiven ? 'family-access-given' : 'family-access-taken'
  await recordAuditEvent(tx, by.mail, what, { about: student.id, by: userId, facts: { count: 1 } })
  if (isGiven) await giveChild(tx, { schoolId, nowMs, userId }, student.id, email)
  else await takeChild(tx, { schoolId, nowMs, why: 'staff' }, student.id, email)
  return changed
}
