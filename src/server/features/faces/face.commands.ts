import { sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { knownCustomers } from '#server/features/pos/accounts/customer.service.ts'
import { assignVersions } from '#server/features/pos/snapshot/version.service.ts'
import type {
  CommandContext,
  CommandHandler,
  CommandHandlers,
  Effect,
  IngestedOp,
} from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import type { FaceAttend, FaceEnrol } from '#shared/recognition/face.contract.ts'
import { faceSealBinding } from '#shared/recognition/face-seal.rules.ts'
import { lookalikesOf, portraitsFault, samplesFault } from '#shared/recognition/face-enrolment.rules.ts'
import { buildGallery } from '#shared/recognition/face-match.rules.ts'
import { rotateTemplate } from '#shared/recognition/face-rotation.rules.ts'
import { facePipeline, templateFault } from '#shared/recognition/face-template.rules.ts'
import { decideFace } from './decide.ts'
import { faceTemplates } from './face.table.ts'
import { type FaceCtx, note } from './face-audit.service.ts'
import { faceConsents, isAllowed, lockPupil } from './face-consent.service.ts'
import { faceLists } from './face-record.table.ts'
import { type OpenFaces, openFaces } from './face-rules.service.ts'
import { faceCtxOf, takeMarks, UnfitFace, unsealTemplates } from './face-sealed.ts'
import { encryptTemplates, wholeGallery } from './face-templates.ts'
import { pictureOf, savePicture } from './pupils/pictures.ts'
import { pupilFault } from './pupils/pupil-fault.ts'
import { reassessSuspicion, suspect } from './suspicions/suspicions.ts'

/** Reason an enrolment is not kept. It has happened; its face is dropped before it is ever stored. */
type Refusal = 'faces-off' | 'face-no-consent' | 'face-not-allowed' | 'face-unknown-pupil' | 'face-too-young'

/**
 * Ingests a pupil's face. An impossible one (forged, of another pipeline, replayed, two people mixed) is invalid; one that may
 * not be kept is recorded with its reason, and dropped.
 * @throws RangeError when it is invalid
 */
async function enrol(tx: Tx, ctx: CommandContext, op: IngestedOp<FaceEnrol>): Promise<Effect> {
  const { body } = op
  const { customerId } = body
  const face = faceCtxOf(ctx)
  if (body.id !== op.opId.toLowerCase()) throw new UnfitFace('its id is not the operation’s')
  if (body.pipeline !== facePipeline) throw new UnfitFace('made by another pipeline')
  await lockPupil(tx, face.schoolId, customerId)
  const open = await openFaces(tx, face)
  const refusal = open ? await refusalOf(tx, ctx, op, open) : 'faces-off'
  const by = body.by.kind === 'staff' ? body.by.userId : null
  const deviceId = ctx.device.deviceId
  if (!open || refusal) {
    await note(tx, face, {
      action: 'enrolment-refused',
      customerId,
      by,
      deviceId,
      detail: { why: refusal ?? 'faces-off' },
    })
    return { flags: [...op.flags, refusal ?? 'faces-off'] }
  }
  const binding = faceSealBinding({ school: ctx.mail.school.code, ...body })
  const samples = await unsealTemplates(open, body.sealed, binding)
  if (samples.length !== body.count || samples.some((sample) => templateFault(sample) !== null)) {
    throw new UnfitFace('these are no templates')
  }
  const fault = body.source === 'camera' ? samplesFault(samples) : portraitsFault(samples)
  if (fault) throw new UnfitFace('these are not one living person')
  if (!(await takeMarks(tx, face, open.keys, op.opId, samples))) throw new UnfitFace('accepted before')
  const picture = await pictureOf(open, ctx.mail.school.code, body)
  const serverVersion = await keep(tx, face, open, body, samples)
  await savePicture(tx, face, open.keys, customerId, picture)
  await note(tx, face, {
    action: 'enrolled',
    customerId,
    by,
    deviceId,
    detail: { samples: samples.length, by: body.by.kind, source: body.source },
  })
  return { flags: op.flags, serverVersion }
}

async function refusalOf(
  tx: Tx,
  ctx: CommandContext,
  { body }: IngestedOp<FaceEnrol>,
  { rules }: OpenFaces,
): Promise<Refusal | undefined> {
  const { schoolId, nowMs } = ctx
  const fault = await pupilFault(tx, ctx, body.customerId)
  if (fault === 'face-unknown-pupil') return fault
  if (!(await mayTakePictures(tx, ctx, body))) return 'face-not-allowed'
  const standing = (await faceConsents(tx, schoolId, nowMs, [body.customerId]))(body.customerId)
  if (!isAllowed(standing, rules.acceptedWording)) return 'face-no-consent'
  return fault
}

/**
 * Returns whether the sender may enrol: staff with the permission, at a paired device; or the browser that opened this pupil's
 * link as a guardian who may sign.
 */
async function mayTakePictures(tx: Tx, { schoolId, device }: CommandContext, { by, customerId, source }: FaceEnrol) {
  if (by.kind === 'staff') {
    const person = (await findPeople(tx, schoolId, [by.userId])).get(by.userId)
    return (
      device.kind === 'device' &&
      person !== undefined &&
      person.disabledMs === undefined &&
      hasPermission(person.roles, 'faces.enrol')
    )
  }
  // Portraits are the school's own; an unpaired browser shows a person who is present.
  if (source !== 'camera') return false
  const { rows } = await tx.execute(sql`
    select from consent_requests r where r.school_id = ${schoolId} and r.id = ${by.requestId}::uuid
      and r.customer_id = ${customerId}::uuid and r.may_sign and r.revoked_at is null
      and exists (select from consent_openings o where o.school_id = ${schoolId} and o.request_id = r.id
        and o.token_hash = r.token_hash and o.sender_id = ${device.deviceId}::uuid)`)
  return rows.length > 0
}

async function keep(tx: Tx, face: FaceCtx, open: OpenFaces, body: FaceEnrol, samples: readonly Float32Array[]) {
  const { schoolId, nowMs } = face
  const { keys, rules } = open
  const rotation = await keys.rotation(rules.rotationEpoch)
  const turned = samples.map((sample) => rotateTemplate(rotation, sample))
  const others = (await wholeGallery(tx, schoolId, keys, rules.rotationEpoch)).filter(
    ({ personId }) => personId !== body.customerId,
  )
  const lookalikes = lookalikesOf(buildGallery(others), turned, body.customerId)
  const of = { schoolId, customerId: body.customerId, id: body.id }
  const row = {
    customerId: of.customerId,
    id: of.id,
    pipeline: body.pipeline,
    rotationEpoch: rules.rotationEpoch,
    samples: turned.length,
    content: await encryptTemplates(keys, face, of, turned),
    isReady: true,
    isOneToOne: false,
    by: body.by,
    // A tablet's clock may be off; a face is neither older than the consent nor younger than its arrival.
    capturedAt: toInstant(Math.min(nowMs, fromInstant(body.capturedAt))),
    enrolledAt: toInstant(nowMs),
    usedAt: toInstant(nowMs),
  }
  await suspect(tx, face, body.customerId, lookalikes)
  if (lookalikes.length > 0) {
    await note(tx, face, { action: 'suspected', customerId: body.customerId, detail: { pupils: lookalikes.length } })
  }
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx
    .insert(faceTemplates)
    .values({ schoolId, ...row, version })
    .onConflictDoUpdate({ target: [faceTemplates.schoolId, faceTemplates.customerId], set: { ...row, version } })
  const touched = [body.customerId, ...lookalikes.map(({ personId }) => personId as CustomerId)]
  await reassessSuspicion(tx, schoolId, touched, version)
  return version
}

/** Stores an attendance list as saved by staff. People unknown to the school stay on it, flagged. */
async function recordAttendance(tx: Tx, ctx: CommandContext, op: IngestedOp<FaceAttend>): Promise<Effect> {
  const { id, kind, list, entries, at, by } = op.body
  const { schoolId, nowMs, device } = ctx
  const { deviceId } = device
  const flags = new Set<string>(op.flags)
  const ids = new Set(entries.map(({ customerId }) => customerId))
  if ((await knownCustomers(tx, schoolId, ids)).size < ids.size) flags.add('unknown-customer')
  if (!(await findPeople(tx, schoolId, [by])).has(by)) flags.add('unknown-cashier')
  const row = { schoolId, id, kind, list, entries, at, by, deviceId, receivedAt: toInstant(nowMs) }
  const kept = await tx.insert(faceLists).values(row).onConflictDoNothing().returning({ id: faceLists.id })
  if (kept.length === 0) flags.add('id-repeated')
  const byFace = entries.filter((entry) => entry.by === 'face').length
  const detail = { listId: id, kind, people: entries.length, byFace }
  await note(tx, faceCtxOf(ctx), { action: 'list-taken', by, deviceId, detail })
  return { flags: [...flags].sort() }
}

const oneByOne = <B>(
  effect: (tx: Tx, ctx: CommandContext, op: IngestedOp<B>) => Promise<Effect>,
): CommandHandler<B> => ({
  inRuns: false,
  apply: async (tx, ctx, ops) => {
    const effects: Effect[] = []
    for (const op of ops) effects.push(await effect(tx, ctx, op))
    return effects
  },
})

/** Handlers of devices' face commands. The names are permanent. */
export const faceCommands: Pick<CommandHandlers, `face.${string}` & keyof CommandHandlers> = {
  'face.enrol': oneByOne(enrol),
  'face.decide': oneByOne(decideFace),
  'face.attend': oneByOne(recordAttendance),
}
