// chunk: till-calls
import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant, Uuid } from '#shared/kernel/fields.ts'

/** What a server says of itself to the devices that send to it. */
export const ServerState = z.object({
  /** Identity of the server's history: a new one after each restore from a copy. */
  generation: Uuid,
  /** Time up to which a verified copy holds what was acknowledged; null while there is none. */
  backedUpThrough: Instant.nullable(),
})
export type ServerState = z.infer<typeof ServerState>

/** Header of every answer, with the generation: desks and families' pages notice a restored server by it. */
export const generationHeader = 'x-server-generation'

/** Why a generation began: the first start, a restore by the command, or one that was noticed afterwards. */
export const GenerationCause = z.enum(['first-start', 'restore', 'moved-database', 'device-ahead'])
export type GenerationCause = z.infer<typeof GenerationCause>

/** How far the devices of a school have reported to the present generation of the server. */
export const GenerationReport = z.object({
  generation: Uuid,
  since: Instant,
  cause: GenerationCause,
  /** Time of the copy that was restored; null where it is not known. */
  dataAsOf: Instant.nullable(),
  /** While true no mail leaves and nothing expires, is erased or runs by itself. */
  isHeld: z.boolean(),
  releasedAt: Instant.nullable(),
  backedUpThrough: Instant.nullable(),
  /** Devices of this school that may send, and how many of them have called since the generation began. */
  devices: z.object({ total: z.int(), reported: z.int() }),
  /** Operations of this school made before the generation began that have come in since. */
  cameBack: z.int(),
  /** Operations that devices of this school have told to be lost since it began. */
  lost: z.int(),
})
export type GenerationReport = z.infer<typeof GenerationReport>

/** Tells pages without a device which history of the server they speak to. */
export const readServerState = endpoint({
  method: 'get',
  path: '/server/state',
  audience: 'open',
  body: Nothing,
  reply: z.object({ server: ServerState, serverTime: Instant }),
})

export const readGeneration = endpoint({
  method: 'get',
  path: '/server/generation',
  audience: 'session',
  body: Nothing,
  reply: z.object({ report: GenerationReport }),
})

/** A person has looked at a restored server: from here on it works by itself again. */
export const releaseServer = endpoint({
  method: 'post',
  path: '/server/release',
  audience: 'session',
  body: z.object({ generation: Uuid }),
  reply: z.object({ success: z.literal(true) }),
})

/** The same by the account above schools, who alone may where there is one. */
export const releaseServerOfAll = endpoint({
  method: 'post',
  path: '/common/provider_release',
  audience: 'provider',
  body: z.object({ generation: Uuid }),
  reply: z.object({ success: z.literal(true) }),
})
