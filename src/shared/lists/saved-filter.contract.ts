import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { TypedName, Uuid } from '#shared/kernel/fields.ts'

/** How many filters one person keeps, and how many a school shares. */
export const maxSavedFilters = 50

/** What the address of the dashboard says: its parts by name. What a part means is for the screen to say. */
const Address = z
  .record(z.string().max(20), z.union([z.string().max(100), z.number()]))
  .refine((parts) => Object.keys(parts).length <= 12)

/** A filter with a name, for oneself or for everybody who sees students. */
export const SavedFilter = z.object({
  id: Uuid,
  /** In whichever language it was given. */
  name: TypedName.pipe(z.string().min(1).max(60)),
  address: Address,
  isShared: z.boolean(),
  /** Opened for its owner where the dashboard is asked for nothing else. */
  isDefault: z.boolean(),
  isOwn: z.boolean(),
})
export type SavedFilter = z.infer<typeof SavedFilter>

/** One's own and the shared ones, by name. @throws AppError access.denied */
export const savedFilterList = endpoint({
  method: 'get',
  path: '/student/filters',
  audience: 'session',
  body: z.object({}),
  reply: z.object({ filters: z.array(SavedFilter) }),
})

/**
 * Keeps a filter under an id made where it was named, or changes one's own; another default before it is none any more.
 * @throws AppError access.denied, request.not-found (somebody else's), request.invalid of `saved` (there are as many as there may be)
 */
export const savedFilterSave = endpoint({
  method: 'post',
  path: '/student/filters',
  audience: 'session',
  body: z.object({ id: Uuid, saved: SavedFilter.pick({ name: true, address: true, isShared: true, isDefault: true }) }),
  reply: Nothing,
})

/** Forgets one's own; shared ones also those who set the rules of admission. Gone already is as good. @throws AppError access.denied */
export const savedFilterDrop = endpoint({
  method: 'post',
  path: '/student/filters/drop',
  audience: 'session',
  body: z.object({ id: Uuid }),
  reply: Nothing,
})
