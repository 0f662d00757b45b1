import { and, eq } from 'drizzle-orm'
import { assignVersions } from '#server/features/pos/snapshot/version.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FacePupil } from '#shared/faces/face-pupils.contract.ts'
import { toHex } from '#shared/kernel/bytes.ts'
import type { CustomerId, Random, UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { PinVerifier } from '#shared/recognition/face-gallery.contract.ts'
import { facePins } from '../face.table.ts'
import { type FaceCtx, note } from '../face-audit.service.ts'
import { requireKeys } from '../face-rules.service.ts'
import { faceCtx } from '../face-settings.service.ts'
import { pinBinding } from '../gallery.service.ts'
import { readPupil } from './pupils.service.ts'

/** Four digits are few, so each guess must be slow; the stored verifier opens only with the key outside the database. */
const iterations = 600_000

/** Creates the verifier by which devices check a PIN; made where the digits are known, and nowhere else. */
export async function makePin(pin: string, random: Random): Promise<MadePin> {
  const salt = toHex(random.bytes(16))
  return { salt, iterations, verifier: await derivePin(pin, salt) }
}
type MadePin = Omit<PinVerifier, 'customerId'>

/** Sets or removes a pupil's PIN. @throws AppError face.no-key, request.not-found */
export async function setPin(
  ctx: SessionCtx,
  { customerId, pin }: { customerId: CustomerId; pin: string | null },
): Promise<FacePupil> {
  const face = faceCtx(ctx)
  // Before the transaction: slow on purpose.
  const made = pin === null ? null : await makePin(pin, face.random)
  return ctx.tenant(async (tx) => {
    await readPupil(tx, face, customerId)
    await savePin(tx, face, { customerId, made, by: ctx.session.user.userId })
    return readPupil(tx, face, customerId)
  })
}

/** Stores a PIN's verifier. @throws AppError face.no-key */
export async function savePin(
  tx: Tx,
  face: FaceCtx,
  { customerId, made, by }: { customerId: CustomerId; made: MadePin | null; by: UserId },
): Promise<void> {
  const { schoolId, nowMs, random } = face
  const keys = await requireKeys(tx, face)
  const plain = new TextEncoder().encode(JSON.stringify(made))
  const content = made && (await keys.encrypt(plain, pinBinding(schoolId, customerId), random))
  await note(tx, face, { action: made ? 'pin-set' : 'pin-taken-away', customerId, by })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  const row = { content, setAt: toInstant(nowMs), setBy: by, version }
  await tx
    .insert(facePins)
    .values({ schoolId, customerId, ...row })
    .onConflictDoUpdate({ target: [facePins.schoolId, facePins.customerId], set: row })
}

/** Removes a PIN without the key: nothing is written that would have to be encrypted. The pupil must be locked. */
export async function forgetPin(tx: Tx, face: FaceCtx, customerId: CustomerId, by: UserId | null): Promise<void> {
  const { schoolId, nowMs } = face
  const isIts = and(eq(facePins.schoolId, schoolId), eq(facePins.customerId, customerId))
  const [pin] = await tx.select({ content: facePins.content }).from(facePins).where(isIts)
  if (!pin?.content) return
  await note(tx, face, { action: 'pin-taken-away', customerId, by })
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx
    .update(facePins)
    .set({ content: null, setAt: toInstant(nowMs), version })
    .where(isIts)
}

async function derivePin(pin: string, saltHex: string): Promise<string> {
  const encode = (text: string) => new TextEncoder().encode(text)
  const material = await crypto.subtle.importKey('raw', encode(pin), 'PBKDF2', false, ['deriveBits'])
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: encode(saltHex), iterations }
  return toHex(new Uint8Array(await crypto.subtle.deriveBits(algorithm, material, 256)))
}
