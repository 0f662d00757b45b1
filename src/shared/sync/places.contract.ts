import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { TypedName, Uuid } from '#shared/kernel/fields.ts'
import { DeviceKind } from './device.contract.ts'

/*
 * The places where a school sells or receives families, and the tills and front desks in each. Their codes stand in receipt numbers,
 * so they never change; names do.
 */

const PlaceTill = z.object({
  id: Uuid,
  code: z.string(),
  kind: DeviceKind,
  name: Bilingual,
  /** True once a tablet has been paired to it: it then stays for good. */
  hasBeenPaired: z.boolean(),
})
export type PlaceTill = z.infer<typeof PlaceTill>

const Place = z.object({ id: Uuid, code: z.string(), name: Bilingual, tills: z.array(PlaceTill) })
export type Place = z.infer<typeof Place>

/** Returns all places with their tills, by code. @throws AppError access.denied */
export const readPlaces = endpoint({
  method: 'get',
  path: '/devices/places',
  audience: 'session',
  body: Nothing,
  reply: z.object({ places: z.array(Place) }),
})

const Name = TypedName.pipe(z.string().min(1).max(60))
const BothNames = z.object({ en: Name, ar: Name })
/** Part of receipt numbers: letters and digits that every printer has. */
const Code = z.string().regex(/^[A-Z0-9]{1,4}$/)
/** The name that was seen; null for a place or till that is new. */
const SeenName = z.object({ en: z.string().max(200), ar: z.string().max(200) }).nullable()

export const PlaceInput = z.object({ id: Uuid, code: Code, name: BothNames })
export type PlaceInput = z.infer<typeof PlaceInput>

export const TillInput = z.object({ id: Uuid, placeId: Uuid, code: Code, kind: DeviceKind, name: BothNames })
export type TillInput = z.infer<typeof TillInput>

/** Most places of a school, and most tills of a place. */
export const maxPlaces = 200
export const maxTills = 50

const Done = z.object({ success: z.literal(true) })

/**
 * Adds a place or renames it. The same again changes nothing.
 * @throws AppError access.denied, place.code-taken, place.changed, request.invalid for another code or beyond `maxPlaces`
 */
export const savePlace = endpoint({
  method: 'post',
  path: '/devices/place',
  audience: 'session',
  body: z.object({ place: PlaceInput, seenName: SeenName }),
  reply: Done,
})

/**
 * Adds a till or front desk, or renames it. The same again changes nothing.
 * @throws AppError access.denied, place.code-taken, place.changed, request.not-found without its place, request.invalid for another
 * code, kind or place, or beyond `maxTills`
 */
export const saveTill = endpoint({
  method: 'post',
  path: '/devices/till',
  audience: 'session',
  body: z.object({ placeTill: TillInput, seenName: SeenName }),
  reply: Done,
})

/** Removes a till that no tablet was ever paired to. @throws AppError access.denied, request.not-found, place.till-used */
export const removeTill = endpoint({
  method: 'post',
  path: '/devices/till_remove',
  audience: 'session',
  body: z.object({ tillId: Uuid }),
  reply: Done,
})
