import { eq } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { startBands } from '#shared/recognition/face-bands.rules.ts'
import type { FaceDeviceSettings } from '#shared/recognition/face-gallery.contract.ts'
import { facePipeline } from '#shared/recognition/face-template.rules.ts'
import type { SchoolDays } from '#shared/school/school-days.contract.ts'
import type { PublicKeyJwk } from '#shared/sync/device.contract.ts'
import { faceSettings } from './face.table.ts'
import type { FaceCtx } from './face-audit.service.ts'
import { type SchoolKeys, schoolKeys } from './face-keys.ts'

export type FaceRules = typeof faceSettings.$inferSelect

/** Returns the school's face rules; the defaults where it has set none. */
export async function readRules(tx: Tx, schoolId: string): Promise<FaceRules> {
  const [known] = await tx.select().from(faceSettings).where(eq(faceSettings.schoolId, schoolId))
  if (known) return known
  const { tillPolicy } = await readSchool(tx, schoolId)
  return {
    schoolId,
    isOn: false,
    bands: startBands,
    // An account's limit without a look-up is also its limit when only a camera identified the person.
    cap: tillPolicy.offlineAllowance,
    galleryHours: 72,
    fallbackDays: 14,
    // Read by servers of an earlier release only: the school's settings say when it works.
    weekend: [5, 6],
    choosesByName: true,
    keepsPictures: false,
    acceptedWording: 1,
    rotationEpoch: 1,
    sealPublic: null,
    sealPrivate: null,
    keyCheck: null,
    keyRoot: null,
  }
}

export async function writeRules(tx: Tx, { schoolId, ...rules }: FaceRules): Promise<void> {
  await tx
    .insert(faceSettings)
    .values({ schoolId, ...rules })
    .onConflictDoUpdate({ target: faceSettings.schoolId, set: rules })
}

/** Returns whether this school's stored faces can be opened with the server's keys. */
export async function keyState(rules: FaceRules, keyRing: FaceCtx['keyRing']): Promise<'ready' | 'missing' | 'other'> {
  if (!keyRing) return 'missing'
  return (await schoolKeys(keyRing, rules)) ? 'ready' : 'other'
}

/** Data available while face recognition is on. */
export interface OpenFaces {
  readonly rules: FaceRules
  readonly keys: SchoolKeys
  readonly sealPublic: PublicKeyJwk
}

/** Opens the faces; undefined while face recognition is off, or nothing could be decrypted. */
export async function openFaces(tx: Tx, ctx: FaceCtx): Promise<OpenFaces | undefined> {
  const rules = await readRules(tx, ctx.schoolId)
  if (!rules.isOn || !rules.sealPublic || !ctx.keyRing) return undefined
  const keys = await schoolKeys(ctx.keyRing, rules)
  return keys && { rules, keys, sealPublic: rules.sealPublic }
}

/** Returns the school's keys, with face recognition on or off: PINs are encrypted by them too. @throws AppError face.no-key */
export async function requireKeys(tx: Tx, ctx: FaceCtx): Promise<SchoolKeys> {
  const rules = await readRules(tx, ctx.schoolId)
  const keys = ctx.keyRing && (await schoolKeys(ctx.keyRing, rules))
  if (!keys) throw new AppError('face.no-key')
  if (rules.keyCheck === null) {
    // Only this column: the others may be changing concurrently.
    const keyCheck = keys.check
    await tx
      .insert(faceSettings)
      .values({ ...rules, keyCheck })
      .onConflictDoUpdate({ target: faceSettings.schoolId, set: { keyCheck } })
  }
  return keys
}

/** Returns the settings for a device; secrets only while face recognition is on. */
export async function deviceSettings(
  rules: FaceRules,
  open: OpenFaces | undefined,
  school: { timeZone: string; days: SchoolDays },
): Promise<FaceDeviceSettings> {
  return {
    on: open !== undefined,
    bands: rules.bands,
    capMinor: rules.cap,
    galleryHours: rules.galleryHours,
    fallbackDays: rules.fallbackDays,
    timeZone: school.timeZone,
    weekend: school.days.weekend,
    holidays: school.days.holidays.map(({ from, to }) => ({ from, to })),
    chooseByName: rules.choosesByName,
    keepsPictures: rules.keepsPictures,
    sealKey: open?.sealPublic ?? null,
    rotation: open ? toBase64(await open.keys.rotationSeed(rules.rotationEpoch)) : null,
    rotationEpoch: rules.rotationEpoch,
    pipeline: facePipeline,
  }
}
