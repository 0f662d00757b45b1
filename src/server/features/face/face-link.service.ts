import type { Tx } from '#server/kernel/db.ts'
import type { ConsentPage } from '#shared/contract/consent.ts'
import type { FaceLinkClosed } from '#shared/contract/face.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { facesPurpose } from '#shared/rules/consent.rules.ts'
import { facePipeline } from '#shared/rules/face-template.rules.ts'
import type { FaceCtx } from './face-audit.service.ts'
import { consentWord, standings } from './face-consent.service.ts'
import { openFaces } from './face-rules.service.ts'
import { findTemplates } from './face-templates.ts'
import { pupilFault } from './pupil-fault.ts'

interface AskedOf {
  customerId: CustomerId | null
  maySign: boolean
  purposes: readonly string[]
}

type Told = Pick<ConsentPage, 'face' | 'faceClosed'>

/** What a guardian's browser needs to register the pupil's face, or why it gets nothing of it. */
export async function faceByLink(
  tx: Tx,
  ctx: FaceCtx,
  school: string,
  { customerId, maySign, purposes }: AskedOf,
): Promise<Told> {
  const closed = (faceClosed: FaceLinkClosed | null): Told => ({ face: null, faceClosed })
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
