import { and, asc, eq } from 'drizzle-orm'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { lockSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { maxPlaces, maxTills, type Place, type PlaceInput, type TillInput } from '#shared/sync/places.contract.ts'
import { devices, pairingCodes, sites, tills } from './device.table.ts'

/** Returns all places with their tills, by code. */
export async function listPlaces(tx: Tx, schoolId: string): Promise<Place[]> {
  const places = await tx.select().from(sites).where(eq(sites.schoolId, schoolId)).orderBy(asc(sites.code))
  const all = await tx.select().from(tills).where(eq(tills.schoolId, schoolId)).orderBy(asc(tills.code))
  const ofSite = Map.groupBy(all, ({ siteId }) => siteId)
  return places.map(({ id, code, name }) => ({
    id,
    code,
    name,
    tills: (ofSite.get(id) ?? []).map((till) => {
      return { id: till.id, code: till.code, kind: till.kind, name: till.name, hasBeenPaired: till.epoch > 0 }
    }),
  }))
}

type Seen = Bilingual | null

const isSame = (one: Bilingual, other: Bilingual): boolean => one.en === other.en && one.ar === other.ar

/** Returns whether a known row is to be renamed. @throws AppError place.changed where its name is not the one that was seen */
function isRenamed(known: Bilingual, name: Bilingual, seen: Seen): boolean {
  if (isSame(known, name)) return false
  if (seen === null || !isSame(known, seen)) throw new AppError('place.changed')
  return true
}

/** Adds a place or renames it. @throws AppError place.code-taken, place.changed, request.invalid */
export async function setPlace(tx: Tx, ctx: SessionCtx, { id, code, name }: PlaceInput, seen: Seen): Promise<void> {
  const { schoolId } = ctx.school
  await lockSchool(tx, schoolId)
  const all = await tx.select().from(sites).where(eq(sites.schoolId, schoolId))
  const known = all.find((site) => site.id === id)
  if (known) {
    if (known.code !== code) throw new AppError('request.invalid', { field: 'place.code' })
    if (!isRenamed(known.name, name, seen)) return
    await tx
      .update(sites)
      .set({ name })
      .where(and(eq(sites.schoolId, schoolId), eq(sites.id, id)))
  } else {
    if (all.some((site) => site.code === code)) throw new AppError('place.code-taken', { field: 'place.code' })
    if (all.length >= maxPlaces) throw new AppError('request.invalid', { field: 'place' })
    await tx.insert(sites).values({ schoolId, id, code, name })
  }
  await recordAuditEvent(tx, ctx, 'place-set', { about: known?.id ?? null, facts: { isNew: !known } })
}

/** Adds a till or renames it. @throws AppError place.code-taken, place.changed, request.not-found, request.invalid */
export async function setTill(tx: Tx, ctx: SessionCtx, till: TillInput, seen: Seen): Promise<void> {
  const { schoolId } = ctx.school
  const { id, placeId: siteId, code, kind, name } = till
  await lockSchool(tx, schoolId)
  const here = and(eq(tills.schoolId, schoolId), eq(tills.id, id))
  const [known] = await tx.select().from(tills).where(here)
  if (known) {
    const fixed = { placeId: known.siteId, code: known.code, kind: known.kind }
    const field = (['placeId', 'code', 'kind'] as const).find((each) => fixed[each] !== till[each])
    if (field) throw new AppError('request.invalid', { field: `placeTill.${field}` })
    if (!isRenamed(known.name, name, seen)) return
    await tx.update(tills).set({ name }).where(here)
  } else {
    await requireFreeCode(tx, schoolId, till)
    await tx.insert(tills).values({ schoolId, id, siteId, code, kind, name })
  }
  await recordAuditEvent(tx, ctx, 'till-set', { about: known?.id ?? null, facts: { isNew: !known, kind } })
}

/** @throws AppError request.not-found, place.code-taken, request.invalid */
async function requireFreeCode(tx: Tx, schoolId: string, { placeId, code }: TillInput): Promise<void> {
  const [place] = await tx
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.schoolId, schoolId), eq(sites.id, placeId)))
  if (!place) throw new AppError('request.not-found', { field: 'placeTill.placeId' })
  const others = await tx
    .select({ code: tills.code })
    .from(tills)
    .where(and(eq(tills.schoolId, schoolId), eq(tills.siteId, placeId)))
  if (others.some((other) => other.code === code)) throw new AppError('place.code-taken', { field: 'placeTill.code' })
  if (others.length >= maxTills) throw new AppError('request.invalid', { field: 'place' })
}

/** Removes a till that was never paired, with the codes made for it. @throws AppError request.not-found, place.till-used */
export async function dropTill(tx: Tx, ctx: SessionCtx, tillId: string): Promise<void> {
  const { schoolId } = ctx.school
  const here = and(eq(tills.schoolId, schoolId), eq(tills.id, tillId))
  const [known] = await tx.select().from(tills).where(here).for('update')
  if (!known) throw new AppError('request.not-found', { field: 'tillId' })
  const paired = await tx.$count(devices, and(eq(devices.schoolId, schoolId), eq(devices.tillId, tillId)))
  if (known.epoch > 0 || paired > 0) throw new AppError('place.till-used')
  await tx.delete(pairingCodes).where(and(eq(pairingCodes.schoolId, schoolId), eq(pairingCodes.tillId, tillId)))
  await tx.delete(tills).where(here)
  await recordAuditEvent(tx, ctx, 'till-removed', { about: null, facts: { kind: known.kind } })
}
