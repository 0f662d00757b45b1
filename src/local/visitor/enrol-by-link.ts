import { append } from '#local/outbox/append.ts'
import { faceSlug } from '#local/storage/forms-db.ts'
import type { ConsentPage } from '#shared/consents/consent.contract.ts'
import { seal } from '#shared/kernel/seal.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FaceEnrol } from '#shared/recognition/face.contract.ts'
import { faceSealBinding } from '#shared/recognition/face-seal.rules.ts'
import { templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import { commandVersions } from '#shared/sync/command-kinds.ts'
import { recordSubmitted, type SubmitParts } from './submit.ts'

/**
 * Submits the face of the pupil whom a guardian's link is about: sealed to the school before it is stored, so that this browser
 * cannot read it again. Repeating an id changes nothing.
 * @throws RangeError while the link allows none; StorageFull, StorageBroken
 */
export async function enrolByLink(
  { db, vault, appender, stream }: SubmitParts,
  { requestId, face }: Pick<ConsentPage, 'requestId' | 'face'>,
  id: string,
  templates: readonly Float32Array[],
): Promise<void> {
  if (!face) throw new RangeError('this link allows no face')
  const { customerId, pipeline, sealKey } = face
  const sealed = await seal(sealKey, templatesToBytes(templates), faceSealBinding({ ...face, id }))
  const capturedAt = toInstant(appender.clock.nowMs())
  const by = { kind: 'link' as const, requestId }
  const source = 'camera' as const
  const body: FaceEnrol = { id, customerId, pipeline, sealed, count: templates.length, source, capturedAt, by }
  const sealedBody = await vault.seal(body)
  const op = await append(appender, stream, id, (counters) => ({
    counters,
    draft: {
      opId: id,
      stream,
      kind: 'face.enrol',
      v: commandVersions['face.enrol'],
      actorId: null,
      amountMinor: null,
      label: null,
      body,
      sealed: sealedBody,
    },
  }))
  await recordSubmitted(db, { id, slug: faceSlug, stream, seq: op.seq, filesLeft: 0 }, appender.clock.nowMs())
}
