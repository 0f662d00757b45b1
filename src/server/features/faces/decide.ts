import { and, eq } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { CommandContext, Effect, IngestedOp } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import type { FaceDecide } from '#shared/recognition/face.contract.ts'
import { faceSealBinding } from '#shared/recognition/face-seal.rules.ts'
import { type FaceOutcome, judge } from '#shared/recognition/face-bands.rules.ts'
import { buildGallery, matchFace } from '#shared/recognition/face-match.rules.ts'
import { rotateTemplate } from '#shared/recognition/face-rotation.rules.ts'
import { facePipeline, templateFault } from '#shared/recognition/face-template.rules.ts'
import { faceTemplates } from './face.table.ts'
import { type FaceCtx, note } from './face-audit.service.ts'
import { faceConsents, holdRotation, isAllowed } from './face-consent.service.ts'
import { faceDecisions } from './face-record.table.ts'
import { type OpenFaces, openFaces, readRules } from './face-rules.service.ts'
import { faceCtxOf, takeMarks, UnfitFace, unsealTemplates } from './face-sealed.ts'
import { decryptTemplates, findTemplates, galleryOfOne, wholeGallery } from './face-templates.ts'

/** Flags of a decision; it stands nevertheless. */
export type DecisionFlag =
  | 'face-no-consent'
  | 'face-expired'
  | 'face-replayed'
  | 'face-not-confirmed'
  | 'face-unchecked'
  | 'face-override-not-allowed'

/** A device syncs periodically, and its clock is its own. */
const slackMs = hourMs

/**
 * Ingests a device's face decision and repeats it by the same function. A device's claim alone never suffices: disagreement is
 * flagged, and a sale that rests on it waits for staff.
 * @throws RangeError when its descriptor is invalid
 */
export async function decideFace(tx: Tx, ctx: CommandContext, op: IngestedOp<FaceDecide>): Promise<Effect> {
  const { body } = op
  const face = faceCtxOf(ctx)
  if (body.id !== op.opId.toLowerCase()) throw new UnfitFace('its id is not the operation’s')
  await holdRotation(tx, face.schoolId)
  const open = await openFaces(tx, face)
  const flags = new Set<DecisionFlag>()
  const probe = open && body.sealed ? await readProbe(open, ctx, body) : undefined
  if (open && probe && !(await takeMarks(tx, face, open.keys, op.opId, [probe]))) flags.add('face-replayed')
  const checked =
    open && probe && body.customerId ? await check(tx, face, open, body.customerId, body.mode, probe) : 'unchecked'
  const isClaimed = body.outcome === 'accepted' && body.customerId !== null
  if (isClaimed && !body.override && checked === 'unchecked') flags.add('face-unchecked')
  if (isClaimed && checked !== 'accepted' && checked !== 'unchecked') flags.add('face-not-confirmed')
  for (const flag of await placeFlags(tx, face, op)) flags.add(flag)
  await keep(tx, ctx, face, op, checked, [...flags].sort())
  if (checked === 'accepted' && isClaimed && body.customerId) await recordUse(tx, face, body.customerId)
  return { flags: [...op.flags, ...flags].sort() }
}

async function readProbe(open: OpenFaces, ctx: CommandContext, body: FaceDecide): Promise<Float32Array> {
  if (body.pipeline !== facePipeline) throw new UnfitFace('made by another pipeline')
  const binding = faceSealBinding({ school: ctx.mail.school.code, ...body })
  const [probe, ...more] = await unsealTemplates(open, body.sealed ?? '', binding)
  if (!probe || more.length > 0 || templateFault(probe) !== null) throw new UnfitFace('this is no descriptor')
  return probe
}

/**
 * Compares the probe. It must resemble the claimed person. A person found in a list must also be the nearest of the school: the
 * server does not know the list, so it requires no margin.
 */
async function check(
  tx: Tx,
  { schoolId }: FaceCtx,
  { keys, rules }: OpenFaces,
  customerId: CustomerId,
  mode: FaceDecide['mode'],
  probe: Float32Array,
): Promise<FaceOutcome | 'unchecked'> {
  const row = await findTemplates(tx, schoolId, customerId)
  if (!row || row.pipeline !== facePipeline || row.rotationEpoch !== rules.rotationEpoch) return 'unchecked'
  if (!row.isReady) return 'refused'
  const turned = rotateTemplate(await keys.rotation(rules.rotationEpoch), probe)
  const own = judge(rules.bands[mode], matchFace(galleryOfOne(customerId, await decryptTemplates(keys, row)), turned))
  if (own !== 'accepted' || mode === 'one') return own
  if (row.isOneToOne) return 'unsure'
  const nearest = matchFace(buildGallery(await wholeGallery(tx, schoolId, keys, rules.rotationEpoch)), turned)
  return nearest.person === customerId ? 'accepted' : 'unsure'
}

/** Returns flags on consent at that time, expired faces, and a person who may not override. */
async function placeFlags(
  tx: Tx,
  face: FaceCtx,
  { body, clockOffsetMs }: IngestedOp<FaceDecide>,
): Promise<DecisionFlag[]> {
  const { schoolId, nowMs } = face
  const flags: DecisionFlag[] = []
  const rules = await readRules(tx, schoolId)
  const atMs = Math.min(nowMs, fromInstant(body.decidedAt) + clockOffsetMs)
  if (body.customerId && body.sealed) {
    const standing = (await faceConsents(tx, schoolId, atMs, [body.customerId]))(body.customerId)
    if (!isAllowed(standing, rules.acceptedWording)) flags.push('face-no-consent')
  }
  const ageMs = fromInstant(body.decidedAt) - fromInstant(body.galleryAt)
  if (body.sealed && ageMs > rules.galleryHours * hourMs + slackMs) flags.push('face-expired')
  if (body.override) {
    const person = (await findPeople(tx, schoolId, [body.override.by])).get(body.override.by)
    if (!person || person.disabledMs !== undefined || !hasPermission(person.roles, 'till.operate')) {
      flags.push('face-override-not-allowed')
    }
  }
  return flags
}

async function keep(
  tx: Tx,
  ctx: CommandContext,
  face: FaceCtx,
  { body }: IngestedOp<FaceDecide>,
  checked: FaceOutcome | 'unchecked',
  flags: DecisionFlag[],
): Promise<void> {
  const { schoolId, nowMs } = face
  const { deviceId } = ctx.device
  const { id, customerId, saleId, mode, outcome, alive, frames, override } = body
  await tx.insert(faceDecisions).values({
    schoolId,
    id,
    deviceId,
    customerId,
    saleId,
    mode,
    outcome,
    checked,
    isAlive: alive,
    frames,
    overrideBy: override?.by ?? null,
    overrideReason: override?.reason ?? null,
    flags,
    decidedAt: body.decidedAt,
    receivedAt: toInstant(nowMs),
  })
  const detail = {
    decisionId: id,
    mode,
    outcome,
    checked,
    alive,
    frames,
    ...(flags.length > 0 && { flags: flags.join(' ') }),
  }
  await note(tx, face, { action: 'decided', customerId, deviceId, detail })
  if (override) {
    await note(tx, face, { action: 'overridden', customerId, by: override.by, deviceId, detail: { decisionId: id } })
  }
}

/** Records the use, since unused faces are deleted. */
async function recordUse(tx: Tx, { schoolId, nowMs }: FaceCtx, customerId: CustomerId): Promise<void> {
  await tx
    .update(faceTemplates)
    .set({ usedAt: toInstant(nowMs) })
    .where(and(eq(faceTemplates.schoolId, schoolId), eq(faceTemplates.customerId, customerId)))
}
