import { sql } from 'drizzle-orm'
import { FacePupil, facePupils } from '#shared/faces/face-pupils.contract.ts'
import { type FaceAssessmentAnswers, recordAssessment, switchFaces } from '#shared/faces/face-settings.contract.ts'
import { OpId } from '#shared/kernel/fields.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { seal } from '#shared/kernel/seal.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { FaceEnrol } from '#shared/recognition/face.contract.ts'
import { facePictureBinding, faceSealBinding } from '#shared/recognition/face-seal.rules.ts'
import { templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import { type FaceDeviceSettings, type GalleryPage, pullGallery } from '#shared/recognition/face-gallery.contract.ts'
import { facePipeline } from '#shared/recognition/face-template.rules.ts'
import { pushOps, type Verdict } from '#shared/sync/sync.contract.ts'
import { seededRandom } from '#tests/support/devices/test-surroundings.ts'
import { signedCall } from '#tests/support/factories.ts'
import { makeVisitor, type TestVisitor } from '#tests/support/forms/visitor-kit.ts'
import { type Canteen, hand, openCanteen, type PairedDevice, pairDevice } from '#tests/support/pos/canteen.ts'
import { TillOps } from '#tests/support/pos/till-ops.ts'
import { askGuardian, decision, openBy, publishConsents, signInAs } from '#tests/support/records/consent-kit.ts'
import { type Box, type Caller, call } from '#tests/support/server.ts'

export const answers: FaceAssessmentAnswers = {
  purpose: 'Confirming who pays in the canteen.',
  necessity: 'Young pupils lose cards.',
  alternative: 'Card or number with a PIN, at the same tablet.',
  legalBasis: 'Explicit consent of a guardian.',
  country: 'QA',
  youngestAge: 6,
  parentsConsulted: true,
  pupilsConsulted: true,
  officerConsulted: true,
  risks: 'A leak of templates.',
  measures: 'Encrypted, turned, deleted on withdrawal.',
  responsible: 'Maha Al-Kuwari',
  reviewOn: '2031-03-03',
}

/** A school that uses faces, with somebody of each kind and a paired tablet. */
export interface FaceSchool {
  canteen: Canteen
  admin: Caller
  officer: Caller
  guardian: TestVisitor
  device: PairedDevice
  till: TillOps
}

export async function openFaceSchool(box: Box, code: string, people = 3): Promise<FaceSchool> {
  const canteen = await openCanteen(box, code, { people })
  const { school } = canteen
  await publishConsents(box, school)
  const admin = await signInAs(box, school, 'mona', ['admin'])
  const officer = await signInAs(box, school, 'olga', ['admission-officer'])
  await call(box.app, admin, recordAssessment, { answers })
  await call(box.app, admin, switchFaces, { on: true })
  const device = await pairDevice(canteen)
  return { canteen, admin, officer, device, till: new TillOps(device), guardian: await makeVisitor(box, school, 8) }
}

/** A guardian who may sign is asked about the pupil, and has opened the link. */
export async function askAboutFace(box: Box, at: FaceSchool, customerId: CustomerId, more: object = {}) {
  const { request, token } = await askGuardian(box, at.officer, {
    customerId,
    maySign: true,
    purposes: ['faces'],
    ...more,
  })
  await openBy(box, at.guardian, token)
  return request.id
}

/** The guardian says yes or no; later than whatever was said before. */
export async function sayOfFace(box: Box, at: FaceSchool, requestId: string, agrees: boolean): Promise<void> {
  box.clock.advance(10)
  await at.guardian.admit()
  const op = at.guardian.op('consent.decide', decision(box, requestId, { faces: agrees }))
  const [verdict] = pushOps.reply.parse((await at.guardian.push([op])).body).results
  if (verdict?.outcome !== 'applied') throw new Error(`not decided: ${JSON.stringify(verdict)}`)
}

export async function agreeToFace(box: Box, at: FaceSchool, customerId: CustomerId): Promise<string> {
  const requestId = await askAboutFace(box, at, customerId)
  await sayOfFace(box, at, requestId, true)
  return requestId
}

function gaussian(random: ReturnType<typeof seededRandom>): number {
  return Math.sqrt(-2 * Math.log(1 - random.float())) * Math.cos(2 * Math.PI * random.float())
}

function direction(random: ReturnType<typeof seededRandom>, length: number): Float32Array {
  const values = Float32Array.from({ length: 128 }, () => gaussian(random))
  const norm = Math.hypot(...values)
  return values.map((value) => (value / norm) * length)
}

/** Somebody's face as a camera sees it, a little different each time; the same seed is the same person. */
export function faceOf(seed: number, count = 4, apart = 0.12, view = 1): Float32Array[] {
  const base = direction(seededRandom(seed), 1.4)
  const random = seededRandom(seed * 1000 + view)
  return Array.from({ length: count }, () => {
    const noise = direction(random, apart)
    return base.map((value, at) => value + (noise[at] ?? 0))
  })
}

/** Somebody who looks like another: so far from them. */
export function lookalikeOf(seed: number, distance: number, own: number): Float32Array[] {
  const away = direction(seededRandom(own + 5000), distance)
  return faceOf(seed, 4, 0.12, own).map((sample) => sample.map((value, at) => value + (away[at] ?? 0)))
}

export async function pullPage(box: Box, device: PairedDevice, more: object = {}): Promise<GalleryPage> {
  const { tablet, canteen } = device
  const input = {
    deviceId: tablet.deviceId,
    installEpoch: tablet.deviceId,
    cursors: {},
    held: { version: 0, count: 0, lists: null },
    ...more,
  }
  const reply = await signedCall(box, { school: canteen.school.code }, tablet, pullGallery, input)
  if (reply.status !== 200) throw new Error(`not pulled: ${JSON.stringify(reply.body)}`)
  return pullGallery.reply.parse(reply.body)
}

const sealKeyOf = ({ sealKey }: FaceDeviceSettings) => {
  if (!sealKey) throw new Error('faces are off')
  return sealKey
}

interface EnrolOptions {
  templates?: readonly Float32Array[]
  change?: Partial<FaceEnrol>
  /** Sealed beside the templates. */
  picture?: Uint8Array<ArrayBuffer>
  /** What is sealed in place of the templates. */
  bytes?: Uint8Array<ArrayBuffer>
  settings?: FaceDeviceSettings
  school?: string
}

/** An enrolment as a tablet sends it, in its place in the stream. */
export async function enrolOp(box: Box, at: FaceSchool, customerId: CustomerId, options: EnrolOptions = {}) {
  const { templates = faceOf(1), change = {}, settings = (await pullPage(box, at.device)).settings } = options
  box.clock.advance(5)
  const id = OpId.parse(at.till.newId())
  const pipeline = change.pipeline ?? facePipeline
  const binding = faceSealBinding({ school: options.school ?? at.canteen.school.code, customerId, id, pipeline })
  const sealed = await seal(sealKeyOf(settings), options.bytes ?? templatesToBytes(templates), binding)
  const ofPicture = facePictureBinding({ school: at.canteen.school.code, customerId, id, pipeline })
  const picture = options.picture && (await seal(sealKeyOf(settings), options.picture, ofPicture))
  const by = { kind: 'staff' as const, userId: at.canteen.supervisor }
  const capturedAt = toInstant(box.clock.nowMs())
  const made = { id, customerId, pipeline, sealed, count: templates.length, capturedAt }
  const body = { ...made, by, source: 'camera', ...(picture && { picture }), ...change }
  return at.till.op('face.enrol', body, { opId: id })
}

export async function push(at: FaceSchool, ...ops: readonly unknown[]): Promise<Verdict[]> {
  return (await hand(at.device, at.till.batch(ops))).results
}

export async function enrol(box: Box, at: FaceSchool, customerId: CustomerId, options: EnrolOptions = {}) {
  const [verdict] = await push(at, await enrolOp(box, at, customerId, options))
  return verdict
}

/** What the tablet made of somebody before it; `probe` is sealed to the school. */
export async function decideOp(box: Box, at: FaceSchool, probe: Float32Array | null, change: object = {}) {
  const { settings, serverVersion } = await pullPage(box, at.device)
  box.clock.advance(5)
  const id = OpId.parse(at.till.newId())
  const now = toInstant(box.clock.nowMs())
  const body = {
    id,
    customerId: at.canteen.customers[0] ?? null,
    mode: 'one',
    outcome: 'accepted',
    frames: 3,
    alive: true,
    saleId: null,
    override: null,
    pipeline: facePipeline,
    galleryVersion: serverVersion,
    galleryAt: now,
    decidedAt: now,
    ...change,
  }
  const binding = faceSealBinding({ school: at.canteen.school.code, ...body })
  const sealed = probe && (await seal(sealKeyOf(settings), templatesToBytes([probe]), binding))
  return at.till.op('face.decide', { ...body, sealed }, { opId: id })
}

export async function pupil(box: Box, at: FaceSchool, customerId: CustomerId): Promise<FacePupil | undefined> {
  const { body } = await call(box.app, at.admin, facePupils)
  return FacePupil.array()
    .parse(body.pupils)
    .find((each) => each.customerId === customerId)
}

/** Every row of every table as text: what a thief of the database would read. */
export async function dumpTables(box: Box): Promise<string> {
  const { rows } = await box.db.owner.execute<{ name: string }>(sql`
    select c.oid::regclass::text as name from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`)
  const parts: string[] = []
  for (const { name } of rows) {
    const dumped = await box.db.owner.execute<{ row: string }>(sql`select t::text as row from ${sql.raw(name)} t`)
    parts.push(name, ...dumped.rows.map(({ row }) => row))
  }
  return parts.join('\n')
}
