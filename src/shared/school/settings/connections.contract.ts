import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'

/** Why the listing could not be fetched. */
export const ListingFailure = z.enum(['unreachable', 'private', 'timeout', 'too-large', 'status', 'unreadable'])
export type ListingFailure = z.infer<typeof ListingFailure>

/** An outside service that the listing names; `url` only where it is a web address over TLS. */
const Connection = z.object({ name: Bilingual, text: Bilingual.nullable(), url: z.string().nullable() })
export type Connection = z.infer<typeof Connection>

/** Returns what the listing of outside services names now: the server asks its address once. @throws AppError access.denied */
export const readOutsideConnections = endpoint({
  method: 'get',
  path: '/settings/connections',
  audience: 'session',
  body: Nothing,
  reply: z.discriminatedUnion('state', [
    z.object({ state: z.literal('unset') }),
    z.object({ state: z.literal('failed'), why: ListingFailure }),
    z.object({ state: z.literal('listed'), connections: z.array(Connection) }),
  ]),
})
