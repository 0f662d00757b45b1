import { requestConsentNow } from '#server/features/consents/consent-request-now.service.ts'
import { requestsForStudent } from '#server/features/consents/open-requests.service.ts'
import { openOwnLink } from '#server/features/documents/document-link.service.ts'
import { criteriaLinksTo, formLinkBeside } from '#server/features/forms/criteria/of-student.service.ts'
import { linkPath } from '#server/features/identity/access-links/access-link.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { NeedKind } from '#shared/admissions/family/family-need.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import { linkBeside } from '../appointments/additional-link.service.ts'
import { linksOf } from '../appointments/appointment-link.service.ts'
import { newLink } from '../offers/offer-mail.service.ts'
import type { FamilyStudent } from './family-child.types.ts'
import { familyOffer } from './family-offer.service.ts'

interface Asked {
  student: FamilyStudent
  need: NeedKind
  id: string
  /** Proved address of the account, in lower case. */
  email: string
}

const gone = () => new AppError('request.not-found', { field: 'id' })

/**
 * Creates another link to what a guardian was asked for by mail, for the person who holds that address; those mailed before go on
 * working. @returns the path of its page @throws AppError request.not-found where nothing was asked of this address
 */
export async function openNeed(tx: Tx, ctx: SessionCtx, asked: Asked): Promise<string> {
  switch (asked.need) {
    case 'offer':
    case 'deposit':
      return offerPath(tx, ctx, asked)
    case 'consent':
      return consentPath(tx, ctx, asked)
    case 'form':
      return formPath(tx, ctx, asked)
    case 'documents':
      return documentsPath(tx, ctx, asked)
    case 'appointment':
      return appointmentPath(tx, ctx, asked)
  }
}

const isMine = (asked: Asked) => (each: { email: string }) => each.email.trim().toLowerCase() === asked.email

async function offerPath(tx: Tx, ctx: SessionCtx, { student, id, email }: Asked): Promise<string> {
  const offer = await familyOffer(tx, ctx, student, { email })
  if (offer?.offer.id !== id || !offer.mine) throw gone()
  return newLink(tx, { mail: ctx, nowMs: ctx.deps.clock.nowMs() }, offer.offer, offer.mine.id)
}

async function consentPath(tx: Tx, ctx: SessionCtx, asked: Asked): Promise<string> {
  const { student, id, email } = asked
  const nowMs = ctx.deps.clock.nowMs()
  const found = (await requestsForStudent(tx, student)).filter(isMine(asked)).find((each) => each.id === id)
  const isOver = typeof found?.expiresAt === 'string' && fromInstant(found.expiresAt) <= nowMs
  if (!found || found.revokedAt !== null || isOver) throw gone()
  const { schoolId, submissionId } = student
  const { subject, guardian, language } = found
  const of = { schoolId, studentId: student.id, submissionId, subject, guardian, email, language }
  const by = { askedBy: ctx.session.user.userId, nowMs, random: ctx.deps.random }
  return `/consent/${await requestConsentNow(tx, { ...of, ...by }, id, found.answeredAt !== null)}`
}

async function formPath(tx: Tx, ctx: SessionCtx, asked: Asked): Promise<string> {
  const { student, id } = asked
  const nowMs = ctx.deps.clock.nowMs()
  const found = (await criteriaLinksTo(tx, student)).filter(isMine(asked)).find((each) => each.id === id)
  if (!found || found.revokedAt !== null || found.handedInAt !== null || fromInstant(found.expiresAt) <= nowMs)
    throw gone()
  const token = await formLinkBeside(tx, { schoolId: student.schoolId, linkId: id, random: ctx.deps.random })
  return linkPath(`/criteria/${found.slug}/${id}`, token)
}

async function documentsPath(tx: Tx, ctx: SessionCtx, { student, id, email }: Asked): Promise<string> {
  if (id !== student.id || student.status === 'rejected') throw gone()
  const { user } = ctx.session
  const language = ctx.school.language
  const of = { schoolId: student.schoolId, studentId: student.id, guardian: user.name[language], email, language }
  return openOwnLink(tx, ctx.deps, { ...of, by: user.userId })
}

async function appointmentPath(tx: Tx, ctx: SessionCtx, asked: Asked): Promise<string> {
  const { student, id, email } = asked
  const nowMs = ctx.deps.clock.nowMs()
  const found = (await linksOf(tx, student.schoolId, student.id)).filter(isMine(asked)).find((each) => each.id === id)
  if (!found || found.endedAt !== null || fromInstant(found.expiresAt) <= nowMs) throw gone()
  const { kind, language, guardian, askedBy: by, expiresAt: until } = found
  return linkBeside(tx, ctx, { studentId: student.id, kind, email, language, guardian, by, until })
}
