import {
  consentActs,
  consentDecisions,
  consentOpenings,
  consentRequests,
} from '#server/features/consents/consent.table.ts'
import { addAssessment } from '#server/features/faces/assessments/assessments.ts'
import type { FaceCtx } from '#server/features/faces/face-audit.service.ts'
import { switchOnOrOff } from '#server/features/faces/face-settings.service.ts'
import { makePin, savePin } from '#server/features/faces/pupils/pin.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { createToken } from '#server/kernel/tokens.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { FaceAssessmentAnswers } from '#shared/faces/face-settings.contract.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { DeviceId, Random } from '#shared/kernel/ids.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import type { DemoPupil, DemoSchool } from './demo-types.ts'

/** Without a key or randomness the demo schools come without faces. */
export type SeedDeps = Pick<Deps, 'clock' | 'keyRing'> & { random?: Random }

/** The school that uses faces, the class whose families have agreed, and how many of it have a PIN. */
const facesOf = { school: 'alnoor', className: '5-A', agreed: 10, pins: 4 }
/** Of all of them: it is for looking around. */
const pinOfAll = '2468'

const assessment = (reviewOn: string): FaceAssessmentAnswers => ({
  purpose: 'To confirm at the canteen’s self-service tablet who is paying, and for nothing else.',
  necessity: 'Younger pupils lose cards and forget numbers; a queue of two hundred has twenty minutes to eat.',
  alternative: 'Card or number with a PIN, at the same tablet, in the same number of taps. Nobody is asked why.',
  legalBasis: 'Explicit consent of a guardian for each pupil, with the permission of the competent department.',
  country: 'QA',
  youngestAge: 6,
  parentsConsulted: true,
  pupilsConsulted: true,
  officerConsulted: true,
  risks: 'Templates may leak; siblings may be mixed up; a child may feel that there is no choice.',
  measures:
    'Encrypted and turned, the key apart from the database; a cap on what a face alone may take; a head turn; staff nearby.',
  responsible: 'Dr Helen Whitmore',
  reviewOn,
})

/** Slow on purpose, so made before the transaction. */
export const demoPin = (school: DemoSchool, { random }: SeedDeps) =>
  school.code === facesOf.school && random ? makePin(pinOfAll, random) : undefined

export async function writeFaces(
  tx: Tx,
  school: DemoSchool,
  { clock, keyRing, random }: SeedDeps,
  pin: Awaited<ReturnType<typeof makePin>> | undefined,
): Promise<void> {
  const head = school.staff.find(({ role }) => role === 'head')
  if (school.code !== facesOf.school || !keyRing || !random || !pin || !head) return
  const nowMs = clock.nowMs()
  const ctx: FaceCtx = { schoolId: school.id, nowMs, random, keyRing }
  await addAssessment(tx, ctx, assessment(toInstant(nowMs + 365 * dayMs).slice(0, 10)), head.id)
  await switchOnOrOff(tx, ctx, head.id, true)
  const pupils = school.pupils
    .filter(({ active, className }) => active && className === facesOf.className)
    .toSorted((a, b) => a.admissionNo.localeCompare(b.admissionNo))
  for (const pupil of pupils.slice(0, facesOf.agreed)) await writeConsent(tx, ctx, pupil, head.id)
  for (const { id } of pupils.slice(0, facesOf.pins)) await savePin(tx, ctx, { customerId: id, made: pin, by: head.id })
}

/** As if a father had answered a fortnight ago, by the link that was mailed to him. */
async function writeConsent(
  tx: Tx,
  { schoolId, nowMs, random }: FaceCtx,
  pupil: DemoPupil,
  askedBy: DemoSchool['staff'][number]['id'],
) {
  const askedMs = nowMs - 16 * dayMs
  const askedAt = toInstant(askedMs)
  const answeredAt = toInstant(nowMs - 14 * dayMs)
  const requestId = uuidv7(askedMs, random)
  const { tokenHash } = createToken(random)
  const senderId = uuidv7(askedMs, random) as DeviceId
  const language = 'en' as const
  const guardian = `${pupil.fatherName.en} ${pupil.familyName.en}`
  await tx.insert(consentRequests).values({
    schoolId,
    id: requestId,
    tokenHash,
    customerId: pupil.id,
    maySign: true,
    subject: pupil.name.en,
    guardian,
    email: `${pupil.admissionNo}@family.example`,
    language,
    purposes: [facesPurpose],
    askedAt,
    askedBy,
    expiresAt: null,
    answeredAt,
  })
  const opening = {
    schoolId,
    requestId,
    senderId,
    tokenHash,
    language,
    addressHash: sha256Hex(requestId),
    agent: 'phone',
  }
  await tx.insert(consentOpenings).values({ ...opening, openedAt: answeredAt })
  const actId = uuidv7(askedMs, random)
  const signature = { kind: 'typed' as const, name: guardian }
  const act = { schoolId, id: actId, requestId, senderId, tokenHash, language, signature, counts: true }
  await tx.insert(consentActs).values({ ...act, decidedAt: answeredAt, receivedAt: answeredAt })
  await tx.insert(consentDecisions).values({ schoolId, actId, purpose: facesPurpose, version: 1, agrees: true })
}
