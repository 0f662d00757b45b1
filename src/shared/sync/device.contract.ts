// chunk: device-calls
import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { DeviceId, Instant, Uuid } from '#shared/kernel/fields.ts'

/** `till` and `kiosk` sell, by an operator's hand and by the customer's own; `desk` takes families' forms and sells nothing. */
export const DeviceKind = z.enum(['till', 'kiosk', 'desk'])
export type DeviceKind = z.infer<typeof DeviceKind>

/** A place in the school where money is taken; a tablet is paired to it. */
export const Till = z.object({
  tillId: Uuid,
  siteCode: z.string(),
  tillCode: z.string(),
  kind: DeviceKind,
  name: Bilingual,
  site: Bilingual,
})
export type Till = z.infer<typeof Till>

/** The tills of the school, for the supervisor who pairs a tablet. */
export const tillList = endpoint({
  method: 'get',
  path: '/devices/tills',
  audience: 'session',
  body: Nothing,
  reply: z.object({ tills: z.array(Till) }),
})

/** A supervisor asks for a code; it works once, for ten minutes, for this till. */
export const createPairingCode = endpoint({
  method: 'post',
  path: '/devices/pairing_code',
  audience: 'session',
  body: z.object({ tillId: Uuid }),
  reply: z.object({ code: z.string(), expiresAt: Instant }),
})

/** Public half of the device's P-256 signing key. */
export const PublicKeyJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().max(64),
  y: z.string().max(64),
})
export type PublicKeyJwk = z.infer<typeof PublicKeyJwk>

/** What a device remembers of an earlier life on this till: shows the server what was lost with evicted storage. */
export const PreviousInstall = z.object({
  deviceId: DeviceId,
  installEpoch: Uuid,
  nextSeq: z.int().min(1),
  receiptHighWater: z.int().min(0),
})
export type PreviousInstall = z.infer<typeof PreviousInstall>

/** The tablet redeems the code. `deviceId` and the key pair are made on the tablet. */
export const pairDevice = endpoint({
  method: 'post',
  path: '/devices/pair',
  audience: 'open',
  body: z.object({
    code: z.string().trim().min(6).max(12),
    deviceId: DeviceId,
    publicKey: PublicKeyJwk,
    formerLife: PreviousInstall.optional(),
  }),
  reply: z.object({
    deviceId: DeviceId,
    till: Till,
    /** Rises each time a tablet is paired to the till; part of every receipt number, so numbers never collide. */
    epoch: z.int().min(1),
    serverTime: Instant,
    /** Operations of the former life that never arrived; 0 when nothing was lost. */
    lostOperations: z.int().min(0),
  }),
})

export const revokeDevice = endpoint({
  method: 'post',
  path: '/devices/revoke',
  audience: 'session',
  body: z.object({ deviceId: DeviceId }),
  reply: z.object({ success: z.literal(true) }),
})

/** What the device of a shift last said that it still holds: its word, not the server's. */
export const Beacon = z.object({
  at: Instant.nullable(),
  unsentCount: z.int(),
  unsentMinor: z.int(),
})
export type Beacon = z.infer<typeof Beacon>

/** Headers of a request that a device signs with its own key. */
export const deviceHeaders = { id: 'device-id', time: 'device-time', signature: 'device-signature' } as const

/** The exact text that is signed: a captured signature fits no other call, body or time. */
export const signedText = (method: string, path: string, time: string, bodyHash: string): string =>
  `bawaba-device-1\n${method.toUpperCase()}\n${path}\n${time}\n${bodyHash}`

/** How far a device's corrected clock may be from the server's for a signature to count. */
export const signatureWindowMs = 5 * 60_000
