import { and, asc, eq, gt, lte, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { findPupils, type Pupil } from '#server/features/pos/accounts/customer.service.ts'
import type { DeviceCtx } from '#server/http/context.ts'
import type { ChangeCursor } from '#server/kernel/changes.ts'
import { readSchoolDays } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { toBase64 } from '#shared/kernel/bytes.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import { templatesToBytes } from '#shared/recognition/face-bytes.rules.ts'
import type { GalleryPage, GalleryPerson, PinVerifier, pullGallery } from '#shared/recognition/face-gallery.contract.ts'
import { latestAssessment } from './assessments/assessments.ts'
import { facePins, faceTemplates } from './face.table.ts'
import type { FaceCtx } from './face-audit.service.ts'
import { faceConsentDueAt, isOfAge } from './face-consent.rules.ts'
import { faceConsents, isAllowed } from './face-consent.service.ts'
import { type SchoolKeys, schoolKeys } from './face-keys.ts'
import { deviceSettings, type OpenFaces, openFaces, readRules } from './face-rules.service.ts'
import { decryptTemplates, type TemplateRow } from './face-templates.ts'
import { recordDeliveries, recordHeldTemplates } from './pupils/held-templates.ts'

type Params = z.output<typeof pullGallery.body>

const pagePeople = 100
const pagePins = 500

/**
 * Returns one page of the faces and PINs that a device lacks. The edge is read before the rows, as in the till's own copy. Where
 * face recognition is off the page says so, with an empty gallery, so that the device deletes its own. A front desk gets nothing
 * at all.
 */
export function pullGalleryPage(ctx: DeviceCtx, asked: Params): Promise<GalleryPage> {
  const { deps, school, device } = ctx
  const { schoolId } = school
  const face: FaceCtx = { schoolId, nowMs: deps.clock.nowMs(), random: deps.random, keyRing: deps.keyRing }
  return ctx.tenant(async (tx) => {
    const { kind, siteId } = await placeOf(tx, schoolId, device.tillId)
    const isDesk = kind === 'desk'
    const serverVersion = await edgeOf(tx, schoolId)
    const rules = await readRules(tx, schoolId)
    const open = isDesk ? undefined : await openFaces(tx, face)
    // Without faces there is nobody to name: the pupils are not read.
    const pupils = open ? await findPupils(tx, schoolId) : new Map()
    const mayHold = (pupil: Pupil | undefined) => pupil?.active === true && (pupil.siteId ?? siteId) === siteId
    await recordHeldTemplates(tx, face, device.deviceId, asked.held)
    const rows = open ? await changedTemplates(tx, open, asked.cursors.people, serverVersion) : []
    const given = rows.filter(({ customerId, isReady }) => isReady && mayHold(pupils.get(customerId)))
    const people = open
      ? await Promise.all(given.map((row) => personOf(open.keys, row, pupils.get(row.customerId))))
      : []
    await recordDeliveries(tx, face, device.deviceId, given)
    const pinKeys = isDesk || !face.keyRing ? undefined : await schoolKeys(face.keyRing, rules)
    const pins = pinKeys ? await changedPins(tx, face, pinKeys, asked.cursors.pins, serverVersion) : []
    const more = rows.length === pagePeople || pins.length === pagePins
    const lastRow = rows.at(-1)
    const lastPin = pins.at(-1)
    const lists = more ? null : await listsOf(tx, face, open, [...pupils.values()].filter(mayHold), school.timeZone)
    return {
      serverTime: toInstant(face.nowMs),
      settings: await deviceSettings(rules, open, {
        timeZone: school.timeZone,
        days: await readSchoolDays(tx, schoolId),
      }),
      people,
      lists: lists && lists.hash === asked.held.lists ? null : lists,
      pins: pins.map(({ pin }) => pin),
      cursors: {
        ...asked.cursors,
        ...(lastRow && { people: [lastRow.version, lastRow.customerId] as [number, string] }),
        ...(lastPin && { pins: lastPin.cursor }),
      },
      more,
      serverVersion,
    }
  })
}

/** Reads by name, since a feature must not import another's tables. */
async function placeOf(tx: Tx, schoolId: string, tillId: string) {
  const { rows } = await tx.execute<{ kind: string; siteId: string }>(sql`
    select kind, site_id as "siteId" from tills where school_id = ${schoolId} and id = ${tillId}`)
  return rows[0] ?? { kind: 'desk', siteId: '' }
}

export async function edgeOf(tx: Tx, schoolId: string): Promise<number> {
  const { rows } = await tx.execute<{ version: number | string }>(sql`
    select coalesce((select version from school_versions where school_id = ${schoolId}), 0) as version`)
  return Number(rows[0]?.version ?? 0)
}

function changedTemplates(tx: Tx, { rules }: OpenFaces, after: ChangeCursor | undefined, upTo: number) {
  const { version, customerId } = faceTemplates
  return (
    tx
      .select()
      .from(faceTemplates)
      .where(
        and(
          eq(faceTemplates.schoolId, rules.schoolId),
          eq(faceTemplates.rotationEpoch, rules.rotationEpoch),
          lte(version, upTo),
          after && or(gt(version, after[0]), and(eq(version, after[0]), sql`${customerId} > ${after[1]}::uuid`)),
        ),
      )
      .orderBy(asc(version), asc(customerId))
      .limit(pagePeople)
      // A concurrent deletion waits, and then knows that this device has it.
      .for('share')
  )
}

async function personOf(keys: SchoolKeys, row: TemplateRow, pupil: Pupil | undefined): Promise<GalleryPerson> {
  const { customerId, pipeline, enrolledAt, capturedAt, isOneToOne, rotationEpoch } = row
  return {
    customerId,
    pipeline,
    enrolledAt,
    dueAt: faceConsentDueAt(capturedAt, pupil?.birthDate ?? null),
    oneToOne: isOneToOne,
    rotationEpoch,
    templates: (await decryptTemplates(keys, row)).map((each) => toBase64(templatesToBytes([each]))),
  }
}

async function changedPins(tx: Tx, face: FaceCtx, keys: SchoolKeys, after: ChangeCursor | undefined, upTo: number) {
  const { version, customerId } = facePins
  const rows = await tx
    .select()
    .from(facePins)
    .where(
      and(
        eq(facePins.schoolId, face.schoolId),
        lte(version, upTo),
        after && or(gt(version, after[0]), and(eq(version, after[0]), sql`${customerId} > ${after[1]}::uuid`)),
      ),
    )
    .orderBy(asc(version), asc(customerId))
    .limit(pagePins)
  return Promise.all(
    rows.map(async (row) => ({
      pin: await pinOf(keys, row),
      cursor: [row.version, row.customerId as string] as [number, string],
    })),
  )
}

async function pinOf(
  keys: SchoolKeys,
  { schoolId, customerId, content }: typeof facePins.$inferSelect,
): Promise<PinVerifier> {
  if (content === null) return { customerId, salt: '', iterations: 1, verifier: null }
  const text = new TextDecoder().decode(await keys.decrypt(content, pinBinding(schoolId, customerId)))
  return { customerId, ...(JSON.parse(text) as Omit<PinVerifier, 'customerId'>) }
}

export const pinBinding = (schoolId: string, customerId: string): string => `pin ${schoolId} ${customerId}`

/** Returns the pupils this device may recognise and those it may register: of its own outlet, both as short lists. */
async function listsOf(tx: Tx, face: FaceCtx, open: OpenFaces | undefined, pupils: readonly Pupil[], timeZone: string) {
  const { schoolId, nowMs } = face
  if (!open) return { hash: sha256Hex(''), present: [], mayEnrol: [] }
  const { schoolId: school, isReady, rotationEpoch, customerId } = faceTemplates
  const ready = await tx
    .select({ customerId })
    .from(faceTemplates)
    .where(and(eq(school, schoolId), eq(isReady, true), eq(rotationEpoch, open.rules.rotationEpoch)))
  const isReadyNow = new Set(ready.map((row) => row.customerId))
  const standing = await faceConsents(tx, schoolId, nowMs)
  const youngest = (await latestAssessment(tx, schoolId))?.answers.youngestAge ?? 0
  const today = businessDay(nowMs, timeZone, 0)
  const present = pupils.map(({ id }) => id).filter((id) => isReadyNow.has(id))
  const mayEnrol = pupils
    .filter(
      ({ id, birthDate }) => isAllowed(standing(id), open.rules.acceptedWording) && isOfAge(birthDate, youngest, today),
    )
    .map(({ id }) => id)
  return { hash: sha256Hex(`${present.join()} ${mayEnrol.join()}`), present, mayEnrol }
}
