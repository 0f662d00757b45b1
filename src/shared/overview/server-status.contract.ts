import { z } from 'zod'
import { endpoint, Nothing } from '#shared/kernel/endpoint.ts'
import { Instant } from '#shared/kernel/fields.ts'
import { DeviceHealth } from '#shared/sync/device-health.contract.ts'
import { BackupAlert, BackupTarget } from '#shared/school/copies/backup.contract.ts'

/** How the certificate of the server's public address stands, as a browser would find it; `unchecked` until it was looked at once. */
export const CertificateStanding = z.object({
  host: z.string(),
  state: z.enum([
    'good',
    'ends-soon',
    'expired',
    'not-yet',
    'other-name',
    'unknown-issuer',
    'unreachable',
    'no-address',
    'two-spaces',
    'unchecked',
  ]),
  /** When it ends; null where it could not be read. */
  until: Instant.nullable(),
  checkedAt: Instant.nullable(),
})
export type CertificateStanding = z.infer<typeof CertificateStanding>

/** A device in use, as the page of the server's state shows it. */
const StatusDevice = DeviceHealth.pick({
  deviceId: true,
  till: true,
  lastContactAt: true,
  appVersion: true,
  clockOffsetMs: true,
  condition: true,
  unsentCount: true,
  oldestUnsentAt: true,
})
export type StatusDevice = z.infer<typeof StatusDevice>

/** Devices that the page shows; all others stand on the page of devices. */
export const mostShownDevices = 200

/** State of the server, for the people who look after it. Nothing of another school, nothing personal. */
export const ServerStatus = z.object({
  now: Instant,
  release: z.string(),
  startedAt: Instant,
  database: z.object({ kind: z.enum(['pglite', 'postgres']), bytes: z.int() }),
  copies: z.object({
    alert: BackupAlert.nullable(),
    /** True if the server makes copies by itself. */
    isScheduled: z.boolean(),
    maxAgeHours: z.int(),
    /** Newest copy that was restored on trial. */
    verified: z.object({ dataAsOf: Instant, target: BackupTarget, bytes: z.int(), hasKeys: z.boolean() }).nullable(),
    /** Newest try, whether it succeeded or not. */
    last: z.object({ endedAt: Instant, failure: z.string().nullable() }).nullable(),
  }),
  /** Null where the server has no public address over https. */
  certificate: CertificateStanding.nullable(),
  /** Keys that encrypt faces and secrets; values are those of the school. */
  keys: z.object({
    /** Keys that the server has; the first one encrypts. */
    count: z.int(),
    /** Values that an older key has encrypted and that are not yet encrypted again. */
    older: z.int(),
    /** Values that none of the keys opens. */
    lost: z.int(),
    /** Schools of the server that are not known to do without its older keys; 0 while it has one key alone. */
    schools: z.int(),
  }),
  /** Tills and desks of the school. */
  devices: z.object({
    total: z.int(),
    /** Those that say they hold something unsent. */
    unsent: z.int(),
    /** Operations that they hold in all. */
    unsentOperations: z.int(),
    /** When the one that has been silent longest was last seen. */
    longestSilentSince: Instant.nullable(),
    /** Those that need somebody first, then by till; no more than `mostShownDevices`. */
    list: z.array(StatusDevice),
  }),
  /** Emails of the school that wait, and since when. */
  mails: z.object({ waiting: z.int(), oldest: Instant.nullable() }),
})
export type ServerStatus = z.infer<typeof ServerStatus>

export const readServerStatus = endpoint({
  method: 'get',
  path: '/server/status',
  audience: 'session',
  body: Nothing,
  reply: z.object({ status: ServerStatus }),
})
