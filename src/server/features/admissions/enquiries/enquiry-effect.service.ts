import { and, eq, isNull } from 'drizzle-orm'
import type { StoredSubmission } from '#server/features/forms/submission-effect.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { statusAfter } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { enquiryInvitations, enquiryStudents } from './enquiry.table.ts'
import { enquiryFacts } from './enquiry-facts.ts'
import { findEnquiry, type StoredEnquiry } from './enquiry-query.service.ts'
import { lockEnquiry, recordEnquiryEvent } from './enquiry-state.service.ts'

/**
 * Links an application that was begun by an invitation with its enquiry, which has applied with it. The files go on with the owner
 * and the source of the enquiry. Ignores every other submission; one that was erased meanwhile has nothing to be linked with.
 */
export async function linkInvitedApplication(tx: Tx, submission: StoredSubmission): Promise<void> {
  if (submission.purpose !== 'admission') return
  const { schoolId, submissionId, nowMs, random } = submission
  const [invitation] = await tx
    .select()
    .from(enquiryInvitations)
    .where(and(eq(enquiryInvitations.schoolId, schoolId), eq(enquiryInvitations.id, submissionId)))
  if (!invitation || !(await findEnquiry(tx, schoolId, invitation.enquiryId))) return
  const invited = await lockEnquiry(tx, schoolId, invitation.enquiryId)
  const enquiry = await livingEnquiry(tx, schoolId, invited)
  const files = await tx
    .select({ id: students.id })
    .from(students)
    .where(and(eq(students.schoolId, schoolId), eq(students.submissionId, submissionId)))
  const place = files.length === 1 ? placeIn(enquiry, invited, invitation.place) : null
  const rows = files.map(({ id: studentId }) => ({ schoolId, enquiryId: enquiry.id, studentId, place }))
  if (rows.length > 0) await tx.insert(enquiryStudents).values(rows).onConflictDoNothing()
  await tx
    .update(enquiryInvitations)
    .set({ appliedAt: toInstant(nowMs) })
    .where(and(eq(enquiryInvitations.schoolId, schoolId), eq(enquiryInvitations.id, submissionId)))
  const ofFiles = and(eq(students.schoolId, schoolId), eq(students.submissionId, submissionId))
  const { source } = enquiryFacts(enquiry.definition, enquiry.answers)
  if (source !== null)
    await tx
      .update(students)
      .set({ source })
      .where(and(ofFiles, isNull(students.source)))
  if (enquiry.ownerId !== null) await tx.update(students).set({ ownerId: enquiry.ownerId }).where(ofFiles)
  const id = uuidv7(nowMs, random)
  const facts = { subjectId: files[0]?.id ?? null }
  const event = { id, askedHash: sha256Hex(id), kind: 'applied' as const, facts, by: null, nowMs }
  const change = { status: statusAfter(enquiry.status, 'applied'), lostReason: null, nextOn: null }
  await recordEnquiryEvent(tx, schoolId, enquiry, event, change)
}

/** Returns the enquiry that the desk works on: where this one was merged into another, that one. Locks those on the way. */
async function livingEnquiry(tx: Tx, schoolId: string, from: StoredEnquiry): Promise<StoredEnquiry> {
  let enquiry = from
  while (enquiry.mergedInto !== null) enquiry = await lockEnquiry(tx, schoolId, enquiry.mergedInto)
  return enquiry
}

/** Returns the place of an invited child in the enquiry it belongs to now; null where that names no child like it. */
function placeIn(enquiry: StoredEnquiry, invited: StoredEnquiry, place: number): number | null {
  if (enquiry.id === invited.id) return place
  const child = enquiryFacts(invited.definition, invited.answers).children[place]
  const { children } = enquiryFacts(enquiry.definition, enquiry.answers)
  const at = children.findIndex((each) => each.nameLatin === child?.nameLatin && each.nameArabic === child?.nameArabic)
  return at < 0 ? null : at
}
