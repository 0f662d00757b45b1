import { checklistFor } from '#server/features/documents/document.service.ts'
import { publishedForms } from '#server/features/forms/form.service.ts'
import { criteriaLinksTo } from '#server/features/forms/criteria/of-student.service.ts'
import { requestsForStudent } from '#server/features/consents/open-requests.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { openForFamily } from '#shared/documents/document-checklist.rules.ts'
import { findStep } from '#shared/documents/document-state.rules.ts'
import type { NeedKind } from '#shared/admissions/family/family-need.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { type Minor, minor } from '#shared/kernel/money.ts'
import { businessDay, type Day, fromInstant, type Instant } from '#shared/kernel/time.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import { linksOf } from '../appointments/appointment-link.service.ts'
import { kindInWords } from '../appointments/appointment-mail.service.ts'
import { bookingsOf } from '../appointments/booking.service.ts'
import { todayOf } from '../documents/student-documents.service.ts'
import { aboutChild } from '../eligibility/student-consent.policy.ts'
import { receivedOf } from '../offers/offer-read.service.ts'
import type { FamilyCtx, FamilyStudent, Guardian } from './family-child.types.ts'
import { familyOffer } from './family-offer.service.ts'

/** Something that a guardian is asked for, about one child. */
export interface Need {
  kind: NeedKind
  id: string
  studentId: string
  labels: Bilingual[]
  until: Day | null
  amount: Minor | null
  startOn: Day | null
}

const need = (student: FamilyStudent, kind: NeedKind, id: string, more: Partial<Need> = {}): Need => ({
  kind,
  id,
  studentId: student.id,
  labels: [],
  until: null,
  amount: null,
  startOn: null,
  ...more,
})

/** Returns what waits for this guardian about a child: only what was asked of their own address, and documents, which any may send. */
export async function needsOf(
  tx: Tx,
  ctx: FamilyCtx,
  student: FamilyStudent,
  guardian: Guardian & { seesAdmission: boolean },
): Promise<Need[]> {
  if (student.status === 'rejected') return []
  return [
    ...(guardian.seesAdmission ? await offerNeeds(tx, ctx, student, guardian) : []),
    ...(guardian.seesAdmission ? await askedNeeds(tx, ctx, student, guardian) : []),
    ...(guardian.seesDocuments ? await documentNeeds(tx, ctx, student) : []),
  ]
}

async function offerNeeds(tx: Tx, ctx: FamilyCtx, student: FamilyStudent, guardian: Guardian): Promise<Need[]> {
  const offer = await familyOffer(tx, ctx, student, guardian)
  if (!offer?.mine) return []
  const { id, terms, state, depositDueOn } = offer.offer
  if (offer.isMine) return [need(student, 'offer', id, { until: offer.until, startOn: terms.startOn })]
  if (state !== 'accepted' || offer.isPaid || !terms.deposit) return []
  const amount = minor(terms.deposit.amount - receivedOf(offer.deposits))
  return [need(student, 'deposit', id, { until: depositDueOn, amount })]
}

/** Consents, forms and appointments of which a link was mailed to this address. */
async function askedNeeds(tx: Tx, ctx: FamilyCtx, student: FamilyStudent, { email }: Guardian): Promise<Need[]> {
  const { schoolId, id } = student
  const nowMs = ctx.deps.clock.nowMs()
  const lives = (at: Instant | null) => at === null || fromInstant(at) > nowMs
  const dayOf = (at: Instant | null) => (at === null ? null : businessDay(fromInstant(at) - 1, ctx.school.timeZone, 0))
  const isMe = (address: string) => address.trim().toLowerCase() === email
  const isAbout = await aboutChild(tx, student)
  const isThis = (of: { studentId: string | null; subject: string }) =>
    of.studentId === id || (of.studentId === null && isAbout(of.subject))
  const consents = (await requestsForStudent(tx, student)).filter(
    (each) => isMe(each.email) && isThis(each) && !each.answeredAt && !each.revokedAt && lives(each.expiresAt),
  )
  const forms = (await criteriaLinksTo(tx, student)).filter(
    (each) => isMe(each.email) && isThis(each) && !each.handedInAt && !each.revokedAt && lives(each.expiresAt),
  )
  const titles = new Map((await publishedForms(tx, schoolId)).map(({ slug, title }) => [slug, title]))
  const settled = new Set((await bookingsOf(tx, schoolId, id)).flatMap((b) => (isLive(b.state) ? [b.kind] : [])))
  const links = (await linksOf(tx, schoolId, id)).filter(
    (each) => isMe(each.email) && each.wasAsked && !each.endedAt && lives(each.expiresAt) && !settled.has(each.kind),
  )
  return [
    ...consents.map((each) => need(student, 'consent', each.id, { until: dayOf(each.expiresAt) })),
    ...forms.flatMap((each) => {
      const title = titles.get(each.slug)
      return title ? [need(student, 'form', each.id, { labels: [title], until: dayOf(each.expiresAt) })] : []
    }),
    ...links.map((each) => need(student, 'appointment', each.id, { labels: [kindWords(each.kind)] })),
  ]
}

const isLive = (state: string): boolean => state === 'booked' || state === 'held'

/** Returns a kind of appointment in words. */
export const kindWords = (kind: AppointmentKind): Bilingual => ({
  en: kindInWords(kind, 'en'),
  ar: kindInWords(kind, 'ar'),
})

async function documentNeeds(tx: Tx, ctx: FamilyCtx, student: FamilyStudent): Promise<Need[]> {
  const { items } = await checklistFor(tx, student, todayOf(ctx))
  const open = openForFamily(items).filter(
    ({ state }) => findStep(state, 'upload', ['family']) !== undefined && state !== 'uploaded' && state !== 'in-review',
  )
  if (open.length === 0) return []
  const days = open.flatMap(({ standing }) => standing.promisedUntil ?? []).toSorted()
  const labels = open.map(({ type }) => type.label)
  return [need(student, 'documents', student.id, { labels, until: days[0] ?? null })]
}
