import type { Tx } from '#server/kernel/db.ts'
import type { FaceByLink } from '#shared/contract/face.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { facePipeline } from '#shared/rules/face-template.rules.ts'
import type { FaceCtx } from './face-audit.service.ts'
import { isAllowed, standings } from './face-consent.service.ts'
import { openFaces } from './face-rules.service.ts'

/** What a guardian's browser needs to register the pupil's face; null unless consent holds and this guardian may sign. */
export async function faceByLink(
  tx: Tx,
  ctx: FaceCtx,
  school: string,
  { customerId, maySign }: { customerId: CustomerId | null; maySign: boolean },
): Promise<FaceByLink | null> {
  const open = customerId && maySign ? await openFaces(tx, ctx) : undefined
  if (!open || !customerId) return null
  const standing = (await standings(tx, ctx.schoolId, ctx.nowMs, [customerId]))(customerId)
  if (!isAllowed(standing, open.rules.acceptedWording)) return null
  return { school, customerId, sealKey: open.sealPublic, pipeline: facePipeline }
}
