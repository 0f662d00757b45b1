import { and, desc, eq, isNull, or } from 'drizzle-orm'
import { beginDraft, draftStates, renewDraft } from '#server/features/forms/drafts/begin-draft.service.ts'
import { publishedForm } from '#server/features/forms/form.service.ts'
import { linkPath } from '#server/features/identity/access-links/access-link.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { prefilledAnswers } from '#shared/forms/form-prefill.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { businessDay, fromInstant, toInstant } from '#shared/kernel/time.ts'
import { takesApplicationsOn } from '#shared/school/admission-window.rules.ts'
import { enquiryInvitations, enquiryStudents } from './enquiry.table.ts'
import { enquiryFacts } from './enquiry-facts.ts'
import type { StoredEnquiry } from './enquiry-query.service.ts'
import type { EnquiryWork } from './enquiry-work.types.ts'

/** The form to which families are invited. */
const slug = 'admission'

const pathOf = (id: string, token: string): string => linkPath(`/student_admission/${id}`, token)

/** Returns whether an invitation would open anything today. */
export async function takesApplications(tx: Tx, schoolId: string, nowMs: number): Promise<boolean> {
  const { timeZone, profile } = await readSchool(tx, schoolId)
  return takesApplicationsOn(profile.dates, businessDay(nowMs, timeZone, 0))
}

/**
 * Begins an application with the answers of an enquiry, for one of its children. @returns its id, and the path of its link
 * @throws AppError enquiry.not-allowed for a child it does not name, or who has a file; enquiry.may-not-contact, form.closed
 */
export async function inviteToApply(
  { tx, ctx, enquiry, nowMs }: Pick<EnquiryWork, 'tx' | 'ctx' | 'enquiry' | 'nowMs'>,
  { place, language }: { place: number; language: Language },
): Promise<{ id: string; path: string }> {
  const { schoolId } = ctx.school
  const { random } = ctx.deps
  requireContact(enquiry)
  const form = await publishedForm(tx, schoolId, slug)
  if (!form || !(await takesApplications(tx, schoolId, nowMs))) throw new AppError('form.closed')
  if (!(await isWithoutFile(tx, schoolId, enquiry, place))) throw new AppError('enquiry.not-allowed')
  const answers = prefilledAnswers(enquiry.definition, enquiry.answers, place, form.definition)
  const id = uuidv7(nowMs, random)
  const token = await beginDraft(
    tx,
    { schoolId, nowMs, random },
    { id, slug, version: form.version, language, answers },
  )
  await tx.insert(enquiryInvitations).values({
    schoolId,
    id,
    enquiryId: enquiry.id,
    place,
    invitedAt: toInstant(nowMs),
    invitedBy: ctx.session.user.userId,
  })
  return { id, path: pathOf(id, token) }
}

/** @throws AppError enquiry.may-not-contact for a family that has not agreed to be answered */
export function requireContact({ definition, answers }: StoredEnquiry): void {
  if (enquiryFacts(definition, answers).mayContact === false) throw new AppError('enquiry.may-not-contact')
}

/** Returns the latest invitation of this child whose draft is still open; undefined where there is none. */
export async function openInvitation(
  tx: Tx,
  { enquiry, nowMs, ctx }: Pick<EnquiryWork, 'enquiry' | 'nowMs' | 'ctx'>,
  place: number,
): Promise<string | undefined> {
  const all = await invitationsOf(tx, ctx.school.schoolId, enquiry.id, nowMs)
  return all.find((each) => each.place === place && (each.state === 'sent' || each.state === 'begun'))?.id
}

/** Whether an enquiry names this child, and no file was made of it. */
async function isWithoutFile(tx: Tx, schoolId: string, enquiry: StoredEnquiry, place: number): Promise<boolean> {
  if (enquiryFacts(enquiry.definition, enquiry.answers).children[place] === undefined) return false
  const { enquiryId, place: of } = enquiryStudents
  const made = and(eq(enquiryStudents.schoolId, schoolId), eq(enquiryId, enquiry.id), or(eq(of, place), isNull(of)))
  return (await tx.$count(enquiryStudents, made)) === 0
}

/** Issues the link of an invitation again, for an answer that was lost on its way; undefined once it is over. */
export async function renewInvitation(
  tx: Tx,
  { school, deps }: SessionCtx,
  id: string | null | undefined,
): Promise<string | undefined> {
  if (!id) return undefined
  const of = { schoolId: school.schoolId, nowMs: deps.clock.nowMs(), random: deps.random }
  const token = await renewDraft(tx, of, id)
  return token === undefined ? undefined : pathOf(id, token)
}

/** Returns the invitations of an enquiry, the latest first, with what has become of them. */
export async function invitationsOf(tx: Tx, schoolId: string, enquiryId: string, nowMs: number) {
  const rows = await tx
    .select()
    .from(enquiryInvitations)
    .where(and(eq(enquiryInvitations.schoolId, schoolId), eq(enquiryInvitations.enquiryId, enquiryId)))
    .orderBy(desc(enquiryInvitations.invitedAt), desc(enquiryInvitations.id))
  const drafts = await draftStates(
    tx,
    schoolId,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, place, invitedAt: at, appliedAt }) => {
    const draft = drafts.get(id)
    const isOpen = draft !== undefined && fromInstant(draft.expiresAt) > nowMs
    const state = appliedAt ? 'applied' : isOpen ? (draft.revision > 1 ? 'begun' : 'sent') : 'over'
    return { id, place, at, state } as const
  })
}
