import { saveClaim } from '#server/features/admissions/waiting-list/claim.service.ts'
import { renumberAll } from '#server/features/admissions/waiting-list/waitlist.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { claimKinds } from '#shared/admissions/waiting-list.rules.ts'
import { businessDay, type Clock, toInstant } from '#shared/kernel/time.ts'
import type { DemoSchool } from './demo-types.ts'

/** Every third child on a waiting list has a reason for priority, every second of which is verified; all positions are kept. */
export async function writeWaiting(tx: Tx, school: DemoSchool, clock: Clock): Promise<void> {
  const { id: schoolId, timeZone, students, staff } = school
  const nowMs = clock.nowMs()
  const registrar = staff.find(({ role }) => role === 'registrar')
  if (!registrar) throw new Error('a demo school without a registrar')
  const today = businessDay(nowMs, timeZone, 0)
  const by = { changedBy: registrar.id, changedAt: toInstant(nowMs) }
  const waiting = students.filter(({ changes }) => changes.at(-1)?.to === 'waiting')
  for (const [index, { id: studentId }] of waiting.entries()) {
    if (index % 3 !== 0) continue
    const isVerified = index % 6 === 0
    await saveClaim(tx, {
      schoolId,
      studentId,
      kind: claimKinds[(index / 3) % 2] ?? 'sibling',
      state: isVerified ? 'verified' : 'stated',
      note: '',
      verifiedOn: isVerified ? today : null,
      ...by,
    })
  }
  await renumberAll(tx, { schoolId, nowMs, timeZone })
}
