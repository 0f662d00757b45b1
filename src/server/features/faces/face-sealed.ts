import type { CommandContext } from '#server/features/sync/ingest/command.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { unseal } from '#shared/kernel/seal.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { templatesFromBytes, templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import { faceMarks } from './face.table.ts'
import type { FaceCtx } from './face-audit.service.ts'
import type { SchoolKeys } from './face-keys.ts'
import type { OpenFaces } from './face-rules.service.ts'

/** Face that no server can accept: the operation is stored as invalid, without it. */
export class UnfitFace extends RangeError {
  override name = 'UnfitFace'
}

export const faceCtxOf = ({ schoolId, nowMs, random, mail }: CommandContext): FaceCtx => ({
  schoolId,
  nowMs,
  random,
  keyRing: mail.deps.keyRing,
})

const curve = { name: 'ECDH', namedCurve: 'P-256' }

/** Returns the row binding of a sealing key. */
export const sealPrivateBinding = (schoolId: string): string => `seal ${schoolId}`

/** Opens bytes that a device sealed to this school. @throws UnfitFace when sealed to another, or for another purpose */
export async function unsealBytes(open: OpenFaces, sealed: string, binding: string): Promise<Uint8Array<ArrayBuffer>> {
  const { keys, rules, sealPublic } = open
  const stored = await keys.decrypt(rules.sealPrivate ?? '', sealPrivateBinding(rules.schoolId))
  const privateKey = await crypto.subtle.importKey('pkcs8', stored, curve, false, ['deriveBits'])
  try {
    return await unseal({ privateKey, publicKey: sealPublic }, sealed, binding)
  } catch (cause) {
    throw new UnfitFace('this seal does not open', { cause })
  }
}

/** Unseals the templates. @throws UnfitFace */
export async function unsealTemplates(open: OpenFaces, sealed: string, binding: string): Promise<Float32Array[]> {
  const bytes = await unsealBytes(open, sealed, binding)
  try {
    return templatesFromBytes(bytes)
  } catch (cause) {
    throw new UnfitFace('these are no templates', { cause })
  }
}

/** Creates a sealing key pair: the public key for devices, the private one as stored. */
export async function makeSealPair(keys: SchoolKeys, { schoolId, random }: FaceCtx) {
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const stored = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  return {
    sealPublic: { kty: 'EC' as const, crv: 'P-256' as const, x, y },
    sealPrivate: await keys.encrypt(stored, sealPrivateBinding(schoolId), random),
  }
}

/** Returns whether none of these marks was accepted before, and accepts them. */
export async function takeMarks(
  tx: Tx,
  { schoolId, nowMs }: FaceCtx,
  keys: SchoolKeys,
  opId: string,
  descriptors: readonly Float32Array[],
): Promise<boolean> {
  const marks = await Promise.all(descriptors.map((each) => keys.mark(templatesToBytes([each]))))
  const rows = [...new Set(marks)].map((mark) => ({ schoolId, mark, opId, at: toInstant(nowMs) }))
  const taken = await tx.insert(faceMarks).values(rows).onConflictDoNothing().returning({ mark: faceMarks.mark })
  return taken.length === marks.length
}
