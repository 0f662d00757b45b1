import { z } from 'zod'
import { Bilingual, endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { DeviceId, Instant, Uuid } from '#shared/kernel/fields.ts'
import { ReportedCondition } from './device-condition.contract.ts'
import { Till } from './device.contract.ts'

/** Sequence numbers of a stream, both ends included. */
const MissingNumbers = z.object({ stream: z.string(), from: z.int(), to: z.int() })

/**
 * What staff must hear about a device, until somebody has handled it; the person who did may have left a note. `missing` names
 * the numbers it is about that have not arrived; when all of them have, an alert is over by itself. `count`: how many
 * these are, or how often it happened.
 */
export const DeviceAlert = z.object({
  id: Uuid,
  kind: z.string(),
  count: z.int(),
  at: Instant,
  missing: z.array(MissingNumbers),
  handled: z.object({ at: Instant, by: Bilingual, note: z.string().nullable() }).nullable(),
})
export type DeviceAlert = z.infer<typeof DeviceAlert>

/** What the server knows of a device, and of what it has not received from it. */
export const DeviceHealth = z.object({
  deviceId: DeviceId,
  till: Till,
  epoch: z.int(),
  pairedAt: Instant,
  revokedAt: Instant.nullable(),
  lastContactAt: Instant.nullable(),
  appVersion: z.string().nullable(),
  /** Server time − device time in milliseconds, as in the last operation it sent; null when that did not say. */
  clockOffsetMs: z.int().nullable().default(null),
  /** How it stands, by its own word; null where it never said. */
  condition: ReportedCondition.nullable().default(null),
  /** From the tail that the device sent last. */
  unsentCount: z.int(),
  unsentMinor: z.int(),
  oldestUnsentAt: Instant.nullable(),
  /** What the server is still waiting for. What was lost or is withheld is named by its alert. */
  missing: z.array(MissingNumbers),
  /** What persons have closed on the device: it will not come, and why. The newest first. */
  closed: z.array(
    z.object({
      seq: z.int(),
      reason: z.string(),
      by: Bilingual.nullable(),
      at: Instant,
      isEnteredAgain: z.boolean(),
    }),
  ),
  /** Those that wait for somebody first, then the latest. */
  alerts: z.array(DeviceAlert),
})
export type DeviceHealth = z.infer<typeof DeviceHealth>

/** Somebody has dealt with an alert: it stays readable and asks for nothing any more. */
export const handleAlert = endpoint({
  method: 'post',
  path: '/devices/handle_alert',
  audience: 'session',
  body: z.object({ alertId: Uuid, note: z.string().trim().max(200).optional() }),
  reply: z.object({ success: z.literal(true) }),
})

export const deviceList = endpoint({
  method: 'get',
  path: '/devices/list',
  audience: 'session',
  body: Nothing,
  reply: z.object({ devices: z.array(DeviceHealth), serverTime: Instant }),
})
