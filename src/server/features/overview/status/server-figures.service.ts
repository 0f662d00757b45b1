import { sql } from 'drizzle-orm'
import { oldestWaitingMail } from '#server/features/mail/mail-queue.service.ts'
import { readBackupState } from '#server/features/school/copies/backup-copy.service.ts'
import { listSendingSchools } from '#server/features/school/school.service.ts'
import { listDevices } from '#server/features/sync/devices/device-health.service.ts'
import { countDueSchools } from '#server/features/school/due-work.service.ts'
import { installationId, type Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { retried } from '#server/kernel/retry.ts'

/** Figures of all schools together, without one that belongs to a school or a person. */
export interface ServerFigures {
  devices: { active: number; revoked: number }
  /** Operations that devices hold and this server has not received. */
  unsentOperations: number
  /** Age of the oldest beacon of a device that holds some; null where none does. */
  oldestUnsentSeconds: number | null
  openAlerts: ReadonlyMap<string, number>
  mails: { waiting: number; oldestSeconds: number | null; oldestUrgentSeconds: number | null }
  /** Schools that background work is due at now, by its kind. */
  jobsDue: ReadonlyMap<string, number>
  /** Calls that wait for a connection of the database. */
  poolWaiting: number
  /** Transactions that were tried again, by SQLSTATE. */
  retries: ReadonlyMap<string, number>
  databaseBytes: number
  /** Age of the newest verified copy; null without one. */
  backupSeconds: number | null
  /** Time until the certificate of the public address ends, negative once it has; null where none could be read. */
  certificateSeconds: number | null
  isHeld: boolean
}

const secondsSince = (at: string, nowMs: number): number => Math.max(0, (nowMs - Date.parse(at)) / 1000)

const largest = (values: readonly number[]): number | null => (values.length > 0 ? Math.max(...values) : null)

/** Reads the figures, school by school. */
export async function readServerFigures({ db, clock, installation, certificate }: Deps): Promise<ServerFigures> {
  const nowMs = clock.nowMs()
  const { isHeld } = await installation.state()
  const { verified } = await db.tenant(installationId, readBackupState)
  const until = (await certificate?.())?.until ?? null
  const figures: ServerFigures = {
    devices: { active: 0, revoked: 0 },
    unsentOperations: 0,
    oldestUnsentSeconds: null,
    openAlerts: new Map(),
    mails: { waiting: 0, oldestSeconds: null, oldestUrgentSeconds: null },
    jobsDue: await db.directory((tx) => countDueSchools(tx, nowMs)),
    poolWaiting: db.waiting(),
    retries: retried,
    databaseBytes: await db.tenant(installationId, databaseBytes),
    backupSeconds: verified?.dataAsOf ? secondsSince(verified.dataAsOf, nowMs) : null,
    certificateSeconds: until === null ? null : (Date.parse(until) - nowMs) / 1000,
    isHeld,
  }
  for (const { schoolId } of await listSendingSchools(db))
    addSchool(figures, await db.tenant(schoolId, (tx) => readSchoolFigures(tx, schoolId)), nowMs)
  return figures
}

async function readSchoolFigures(tx: Tx, schoolId: string) {
  return { devices: await listDevices(tx, schoolId), mails: await oldestWaitingMail(tx, schoolId) }
}

function addSchool(figures: ServerFigures, of: Awaited<ReturnType<typeof readSchoolFigures>>, nowMs: number): void {
  const active = of.devices.filter(({ revokedAt }) => revokedAt === null)
  figures.devices.active += active.length
  figures.devices.revoked += of.devices.length - active.length
  const unsent = active.filter(({ unsentCount }) => unsentCount > 0)
  figures.unsentOperations += unsent.reduce((sum, { unsentCount }) => sum + unsentCount, 0)
  const ages = unsent.flatMap(({ lastContactAt }) => (lastContactAt ? [secondsSince(lastContactAt, nowMs)] : []))
  figures.oldestUnsentSeconds = largest([figures.oldestUnsentSeconds, ...ages].filter((age) => age !== null))
  const alerts = new Map(figures.openAlerts)
  const open = active.flatMap((device) => device.alerts).filter(({ handled }) => handled === null)
  for (const { kind } of open) alerts.set(kind, (alerts.get(kind) ?? 0) + 1)
  figures.openAlerts = alerts
  figures.mails.waiting += of.mails.waiting
  const { mails } = figures
  mails.oldestSeconds = older(mails.oldestSeconds, of.mails.oldest)
  mails.oldestUrgentSeconds = older(mails.oldestUrgentSeconds, of.mails.oldestUrgent)

  function older(age: number | null, at: string | null): number | null {
    return largest([age, at === null ? null : secondsSince(at, nowMs)].filter((each) => each !== null))
  }
}

/** Returns the size of the database. */
export async function databaseBytes(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ bytes: number }>(
    sql`select pg_database_size(current_database())::float8 as bytes`,
  )
  return rows[0]?.bytes ?? 0
}
