import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { offerPurpose } from '#server/features/consents/wording.service.ts'
import { findPupils } from '#server/features/pos/accounts/customer.service.ts'
import type { OpenCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { facesPurpose } from '#shared/consents/consent.rules.ts'
import type { changeFaceSettings, FaceSettings } from '#shared/faces/face-settings.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { facePipeline } from '#shared/recognition/face-template.rules.ts'
import { latestAssessment } from './assessments/assessments.ts'
import { faceTemplates } from './face.table.ts'
import { type FaceCtx, note } from './face-audit.service.ts'
import { faceConsents, isAllowed } from './face-consent.service.ts'
import { schoolKeys } from './face-keys.ts'
import { keyState, readRules, writeRules } from './face-rules.service.ts'
import { makeSealPair } from './face-sealed.ts'
import { deletePictures } from './pupils/pictures.ts'

type Changes = z.output<typeof changeFaceSettings.body>

export const faceCtx = ({ deps, school }: Pick<OpenCtx, 'deps' | 'school'>): FaceCtx => ({
  schoolId: school.schoolId,
  nowMs: deps.clock.nowMs(),
  random: deps.random,
  keyRing: deps.keyRing,
})

export async function readSettings(tx: Tx, ctx: FaceCtx): Promise<FaceSettings> {
  const { schoolId, nowMs, keyRing } = ctx
  const rules = await readRules(tx, schoolId)
  const standing = await faceConsents(tx, schoolId, nowMs)
  const pupils = [...(await findPupils(tx, schoolId)).values()]
  return {
    on: rules.isOn,
    bands: rules.bands,
    capMinor: rules.cap,
    galleryHours: rules.galleryHours,
    fallbackDays: rules.fallbackDays,
    chooseByName: rules.choosesByName,
    keepsPictures: rules.keepsPictures,
    rotationEpoch: rules.rotationEpoch,
    pipeline: facePipeline,
    key: await keyState(rules, keyRing),
    assessment: (await latestAssessment(tx, schoolId)) ?? null,
    acceptedWording: rules.acceptedWording,
    people: await tx.$count(faceTemplates, eq(faceTemplates.schoolId, schoolId)),
    agreed: pupils.filter(({ id, active }) => active && isAllowed(standing(id), rules.acceptedWording)).length,
  }
}

/** Changes the face settings. @throws AppError request.invalid where a band asks nearer than it accepts */
export async function changeSettings(tx: Tx, ctx: FaceCtx, by: UserId, changes: Changes): Promise<void> {
  const { bands, capMinor, galleryHours, fallbackDays, chooseByName, keepsPictures, acceptedWording } = changes
  if (bands && Object.values(bands).some(({ accept, ask }) => ask < accept)) {
    throw new AppError('request.invalid', { field: 'bands' })
  }
  await lockRules(tx, ctx.schoolId)
  const before = await readRules(tx, ctx.schoolId)
  await writeRules(tx, {
    ...before,
    bands: bands ?? before.bands,
    cap: capMinor ?? before.cap,
    galleryHours: galleryHours ?? before.galleryHours,
    fallbackDays: fallbackDays ?? before.fallbackDays,
    choosesByName: chooseByName ?? before.choosesByName,
    keepsPictures: keepsPictures ?? before.keepsPictures,
    acceptedWording: acceptedWording ?? before.acceptedWording,
  })
  if (keepsPictures === false) await deletePictures(tx, ctx.schoolId)
  await note(tx, ctx, {
    action: 'settings',
    by,
    detail: { changed: Object.keys(changes).sort().join(' ') },
  })
}

/** Switches face recognition on or off. @throws AppError face.not-assessed, face.no-key */
export async function switchOnOrOff(tx: Tx, ctx: FaceCtx, by: UserId, on: boolean): Promise<void> {
  const { schoolId, keyRing } = ctx
  await lockRules(tx, schoolId)
  const before = await readRules(tx, schoolId)
  if (on && !(await latestAssessment(tx, schoolId))) throw new AppError('face.not-assessed')
  const keys = keyRing && (await schoolKeys(keyRing, before))
  if (on && !keys) throw new AppError('face.no-key')
  const pair = on && keys && !before.sealPrivate ? { ...(await makeSealPair(keys, ctx)), keyCheck: keys.check } : {}
  await writeRules(tx, { ...before, ...pair, isOn: on })
  await offerPurpose(tx, schoolId, facesPurpose, on)
  await note(tx, ctx, { action: on ? 'switched-on' : 'switched-off', by })
}

/** Serialises concurrent changes of the rules. */
export async function lockRules(tx: Tx, schoolId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`face rules of ${schoolId}`}, 0))`)
}
