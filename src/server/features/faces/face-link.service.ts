import type { FaceByLink, LinkedRequest } from '#server/features/consents/consent-link.service.ts'
import type { IssuedRow } from '#server/features/letters/issue/issue-letter.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { ConsentPage } from '#shared/consents/consent.contract.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { FaceLinkClosed } from '#shared/recognition/face.contract.ts'
import { facePipeline } from '#shared/recognition/face-template.rules.ts'
import type { FaceCtx } from './face-audit.service.ts'
import { consentState, faceConsents } from './face-consent.service.ts'
import { openFaces } from './face-rules.service.ts'
import { faceCtx } from './face-settings.service.ts'
import { findTemplates } from './face-templates.ts'
import { deletionCauseOf } from './face-withdrawn.service.ts'
import { isGone, issueCertificate } from './pupils/face-certificate.service.ts'
import { pupilFault } from './pupils/pupil-fault.ts'

type Told = Pick<ConsentPage, 'face' | 'faceClosed' | 'faceDeleted'>

async function read(tx: Tx, call: Pick<OpenCtx, 'school' | 'deps'>, asked: LinkedRequest): Promise<Told> {
  const ctx = faceCtx(call)
  const deletion = await deletionCauseOf(tx, ctx.schoolId, asked)
  const faceDeleted = deletion ? { at: deletion.at, isGone: isGone(deletion, ctx.nowMs) } : null
  return { ...(await registering(tx, ctx, call.school.code, asked)), faceDeleted }
}

/** Issues the certificate on the first request. */
async function certify(tx: Tx, mail: OpenCtx, asked: LinkedRequest): Promise<IssuedRow | AppError> {
  const ctx = faceCtx(mail)
  const deletion = await deletionCauseOf(tx, ctx.schoolId, asked)
  if (!deletion) return new AppError('request.not-found')
  return issueCertificate(tx, { mail, nowMs: ctx.nowMs, userId: null }, ctx, deletion.id)
}

/** Returns what a guardian's browser needs to register the pupil's face, or the reason it may not. */
async function registering(
  tx: Tx,
  ctx: FaceCtx,
  school: string,
  { customerId, maySign, purposes }: LinkedRequest,
): Promise<Omit<Told, 'faceDeleted'>> {
  const closed = (faceClosed: FaceLinkClosed | null) => ({ face: null, faceClosed })
  if (!customerId || !purposes.includes(facesPurpose)) return closed(null)
  const open = await openFaces(tx, ctx)
  if (!open) return closed('off')
  if (!maySign) return closed('not-signing')
  if (await pupilFault(tx, ctx, customerId)) return closed('not-allowed')
  const standing = (await faceConsents(tx, ctx.schoolId, ctx.nowMs, [customerId]))(customerId)
  const word = consentState(standing, open.rules.acceptedWording)
  // The author of the refusal (this guardian, another or the pupil) is not revealed here.
  if (word === 'pupil-said-no' || word === 'refused') return closed('refused')
  if (word !== 'agreed') return closed('undecided')
  const registeredAt = (await findTemplates(tx, ctx.schoolId, customerId))?.enrolledAt ?? null
  const face = { school, customerId, sealKey: open.sealPublic, pipeline: facePipeline, registeredAt }
  return { face, faceClosed: null }
}

/** Pupil's face for the pages of guardians' links. */
export const faceByLink: FaceByLink = { read, certify }
