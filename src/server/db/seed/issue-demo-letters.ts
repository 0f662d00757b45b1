import { and, eq, inArray } from 'drizzle-orm'
import { studentsOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { offers } from '#server/features/admissions/offers/offer.table.ts'
import { issueOfferLetter } from '#server/features/admissions/offers/offer-paper.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { schools } from '#server/features/school/school.table.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'

/**
 * Issues the letters of the offers of demo schools that are out or accepted, by the service that staff's offers go through, dated
 * as they went out or were signed. No part of the seed: the address that stands on a letter is known once the server listens.
 *
 * @param codes of the schools that were made just now
 * @param base the address before which a school's code stands
 */
export async function issueDemoLetters(deps: Deps, codes: Iterable<string>, base: string): Promise<void> {
  const made = new Set(codes)
  const present = await deps.db.directory((tx) => tx.select({ id: schools.schoolId, code: schools.code }).from(schools))
  for (const { id, code } of present) if (made.has(code)) await issueFor(deps, id, schoolAddress(code, base))
}

const issueFor = (deps: Deps, schoolId: string, origin: string): Promise<void> =>
  deps.db.tenant(schoolId, async (tx) => {
    const mail = { deps, school: await readSchool(tx, schoolId), origin }
    const out = await tx
      .select()
      .from(offers)
      .where(and(eq(offers.schoolId, schoolId), inArray(offers.state, ['sent', 'viewed', 'accepted'])))
    const ids = out.map(({ studentId }) => studentId)
    const students = new Map((await studentsOnPaper(tx, schoolId, ids)).map((student) => [student.id, student]))
    for (const offer of out) {
      const student = students.get(offer.studentId)
      if (!student) continue
      const nowMs = fromInstant(offer.acceptedAt ?? offer.sentAt ?? offer.madeAt)
      // Demo schools have neither campuses nor streams.
      const named = { ...student, campus: '', stream: '' }
      // An offer of the demo was made before anybody knew the address.
      await issueOfferLetter(tx, { mail, nowMs, userId: offer.madeBy }, named, { ...offer, origin })
    }
  })
