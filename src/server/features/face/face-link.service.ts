import type { IssuedRow } from '#server/features/letter/issue-letter.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentPage } from '#shared/contract/consent.ts'
import type { FaceLinkClosed } from '#shared/contract/face.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { facesPurpose } from '#shared/rules/consent.rules.ts'
import { facePipeline } from '#shared/rules/face-template.rules.ts'
import type { FaceCtx } from './face-audit.service.ts'
import { isGone, issueCertificate } from './face-certificate.service.ts'
import { consentWord, standings } from './face-consent.service.ts'
import { openFaces } from './face-rules.service.ts'
import { findTemplates } from './face-templates.ts'
import { type AskedOf, deletedBy } from './face-withdrawn.service.ts'
import { pupilFault } from './pupil-fault.ts'

type Told = Pick<ConsentPage, 'face' | 'faceClosed' | 'faceDeleted'>

/** What the page of a guardian's link says about the pupil's face. */
export async function faceByLink(tx: Tx, ctx: FaceCtx, school: string, asked: AskedOf): Promise<Told> {
  const deletion = await deletedBy(tx, ctx.schoolId, asked)
  const faceDeleted = deletion ? { at: deletion.at, isGone: isGone(deletion, ctx.nowMs) } : null
  return { ...(await registering(tx, ctx, school, asked)), faceDeleted }
}

/**
 * The certificate of what this guardian's word has deleted, issued when it is first asked for.
 * @throws AppError letter.incomplete while a device may still have a copy
 */
export async function certificateByLink(
  tx: Tx,
  mail: MailCtx,
  ctx: FaceCtx,
  asked: AskedOf,
): Promise<IssuedRow | AppError> {
  const deletion = await deletedBy(tx, ctx.schoolId, asked)
  if (!deletion) return new AppError('request.not-found')
  return issueCertificate(tx, { mail, nowMs: ctx.nowMs, userId: null }, ctx, deletion.id)
}

/** What a guardian's browser needs to register the pupil's face, or why it gets nothing of it. */
async function registering(
  tx: Tx,
  ctx: FaceCtx,
  school: string,
  { customerId, maySign, purposes }: AskedOf,
): Promise<Omit<Told, 'faceDeleted'>> {
  const closed = (faceClosed: FaceLinkClosed | null) => ({ face: null, faceClosed })
  if (!customerId || !purposes.includes(facesPurpose)) return closed(null)
  const open = await openFaces(tx, ctx)
  if (!open) return closed('off')
  if (!maySign) return closed('not-signing')
  if (await pupilFault(tx, ctx, customerId)) return closed('not-allowed')
  const standing = (await standings(tx, ctx.schoolId, ctx.nowMs, [customerId]))(customerId)
  const word = consentWord(standing, open.rules.acceptedWording)
  // Whose no it is, this guardian's, another's or the pupil's, is not theirs to learn here.
  if (word === 'pupil-said-no' || word === 'refused') return closed('refused')
  if (word !== 'agreed') return closed('undecided')
  const registeredAt = (await findTemplates(tx, ctx.schoolId, customerId))?.enrolledAt ?? null
  const face = { school, customerId, sealKey: open.sealPublic, pipeline: facePipeline, registeredAt }
  return { face, faceClosed: null }
}
