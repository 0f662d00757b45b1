import { and, asc, eq, inArray } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { endDraftTransfer } from '#server/features/forms/drafts/draft.service.ts'
import { peopleOf } from '#server/features/forms/people/person.service.ts'
import { addStudentsOf } from '#server/features/students/application.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { statusAfter } from '#shared/admissions/enquiries/enquiry-status.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { enquiryInvitations, enquiryStudents } from './enquiry.table.ts'
import type { EnquiryDone, EnquiryWork } from './enquiry-work.types.ts'
import { enquiryFacts } from './enquiry-facts.ts'

/** Returns the files that an enquiry has led to. */
export async function filesOf(tx: Tx, schoolId: string, enquiryId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: enquiryStudents.studentId })
    .from(enquiryStudents)
    .where(and(eq(enquiryStudents.schoolId, schoolId), eq(enquiryStudents.enquiryId, enquiryId)))
    .orderBy(asc(enquiryStudents.place), asc(enquiryStudents.studentId))
  return rows.map(({ id }) => id)
}

/**
 * Makes a file of each chosen child, from the answers of the enquiry, with its guardians; what it was invited to is over with it.
 * @throws AppError enquiry.not-allowed for a child it does not name, or who has a file
 */
export async function convertEnquiry(work: EnquiryWork<'convert'>): Promise<EnquiryDone> {
  const { tx, ctx, enquiry, action, nowMs } = work
  const { schoolId } = ctx.school
  const { userId: by } = ctx.session.user
  const { id, definition, answers } = enquiry
  const places = [...new Set(action.places)].toSorted((a, b) => a - b)
  const { children } = enquiryFacts(definition, answers)
  const made = await tx
    .select({ place: enquiryStudents.place })
    .from(enquiryStudents)
    .where(and(eq(enquiryStudents.schoolId, schoolId), eq(enquiryStudents.enquiryId, id)))
  const isMade = (place: number) => made.some((each) => each.place === place || each.place === null)
  if (places.some((place) => children[place] === undefined || isMade(place))) throw new AppError('enquiry.not-allowed')
  const submission = {
    schoolId,
    submissionId: id,
    purpose: 'enquiry' as const,
    reference: enquiry.reference,
    language: enquiry.language,
    definition,
    answers,
    personIds: (await peopleOf(tx, schoolId, [id])).map((person) => person.id),
    nowMs,
    random: ctx.deps.random,
  }
  const ownerId = enquiry.ownerId ?? by
  const studentIds = await addStudentsOf(tx, { ...submission, at: toInstant(nowMs) }, { places, by, ownerId })
  await tx
    .insert(enquiryStudents)
    .values(studentIds.map((studentId, no) => ({ schoolId, enquiryId: id, studentId, place: places[no] ?? null })))
  await endInvitations(work, places)
  await recordAuditEvent(tx, ctx, 'student-begun', {
    about: studentIds[0] ?? null,
    facts: { count: studentIds.length },
  })
  return {
    kind: 'converted',
    facts: { subjectId: studentIds[0] ?? null, places },
    change: { status: statusAfter(enquiry.status, 'applied'), lostReason: null, nextOn: null },
    studentIds,
  }
}

async function endInvitations(
  { tx, ctx, enquiry }: Pick<EnquiryWork, 'tx' | 'ctx' | 'enquiry'>,
  places: readonly number[],
): Promise<void> {
  const { schoolId } = ctx.school
  const open = await tx
    .select({ id: enquiryInvitations.id })
    .from(enquiryInvitations)
    .where(
      and(
        eq(enquiryInvitations.schoolId, schoolId),
        eq(enquiryInvitations.enquiryId, enquiry.id),
        inArray(enquiryInvitations.place, [...places]),
      ),
    )
  for (const { id } of open) await endDraftTransfer(tx, schoolId, id)
}
