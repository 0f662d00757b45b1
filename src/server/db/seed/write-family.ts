import { and, eq, inArray } from 'drizzle-orm'
import { offerSigners, offers } from '#server/features/admissions/offers/offer.table.ts'
import { familyChildren } from '#server/features/students/family/family.table.ts'
import { studentGuardians } from '#server/features/students/record/student-record.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type Clock, toInstant } from '#shared/kernel/time.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import type { DemoSchool } from './demo-types.ts'

/** The demo's family account is the mother of a child with an offer to sign and of one who is at the school. */
export async function writeFamily(tx: Tx, school: DemoSchool, clock: Clock): Promise<void> {
  const { id: schoolId, students, staff } = school
  const parent = staff.find(({ role }) => role === 'family')
  const one = (status: StudentStatus) => students.find(({ changes }) => changes.at(-1)?.to === status)
  const ids = [one('offer-out'), one('confirmed')].flatMap((student) => student?.id ?? [])
  if (!parent || ids.length === 0) return
  const { email, name } = parent
  await tx
    .update(studentGuardians)
    .set({ email, nameLatin: name.en, nameArabic: name.ar, maySign: true })
    .where(
      and(
        eq(studentGuardians.schoolId, schoolId),
        inArray(studentGuardians.studentId, ids),
        eq(studentGuardians.relation, 'mother'),
      ),
    )
  const offered = await tx
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.schoolId, schoolId), inArray(offers.studentId, ids)))
  await tx
    .update(offerSigners)
    .set({ email, name: name[school.language] })
    .where(
      and(
        eq(offerSigners.schoolId, schoolId),
        inArray(
          offerSigners.offerId,
          offered.map(({ id }) => id),
        ),
      ),
    )
  const joined = one('confirmed')
  if (!joined) return
  const given = { givenAt: toInstant(clock.nowMs()), givenBy: null, gaveRole: false, endedAt: null }
  await tx.insert(familyChildren).values({ schoolId, studentId: joined.id, email: email.toLowerCase(), ...given })
}
