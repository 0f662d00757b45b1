import { and, desc, eq, isNotNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, installationId, type Tx } from '#server/kernel/db.ts'
import { BackupTarget } from '#shared/school/copies/backup.contract.ts'
import { dayMs, toInstant } from '#shared/kernel/time.ts'
import { backupRuns } from './backup-copy.table.ts'

const Moment = z.iso.datetime()

/** How a backup went. */
export const BackupResult = z.object({
  id: z.uuid(),
  startedAt: Moment,
  endedAt: Moment,
  dataAsOf: Moment.nullable(),
  verifiedAt: Moment.nullable(),
  target: BackupTarget,
  bytes: z.number().int().nonnegative().nullable(),
  rows: z.number().int().nonnegative().nullable(),
  hasKeys: z.boolean(),
  failure: z.string().max(40).nullable(),
})
export type BackupResult = z.infer<typeof BackupResult>

/** Results are kept for so long. */
const keptMs = 400 * dayMs

/** Records how a backup went, once by its id, and forgets old ones. */
export async function recordBackup(db: Database, result: BackupResult): Promise<void> {
  await db.tenant(installationId, async (tx) => {
    await tx
      .insert(backupRuns)
      .values({ schoolId: installationId, ...result })
      .onConflictDoNothing()
    const before = toInstant(Date.parse(result.endedAt) - keptMs)
    await tx.delete(backupRuns).where(and(eq(backupRuns.schoolId, installationId), lt(backupRuns.endedAt, before)))
  })
}

/** State of the backups, for the status page and the alerts. */
export interface BackupState {
  /** Newest copy that was restored on trial; undefined where there is none. */
  verified: BackupResult | undefined
  /** Newest backup, whether it succeeded or not. */
  last: BackupResult | undefined
}

const columns = {
  id: backupRuns.id,
  startedAt: backupRuns.startedAt,
  endedAt: backupRuns.endedAt,
  dataAsOf: backupRuns.dataAsOf,
  verifiedAt: backupRuns.verifiedAt,
  target: backupRuns.target,
  bytes: backupRuns.bytes,
  rows: backupRuns.rows,
  hasKeys: backupRuns.hasKeys,
  failure: backupRuns.failure,
}

/** Reads the state of the backups. The transaction is one of the installation. */
export async function readBackupState(tx: Tx): Promise<BackupState> {
  const ofInstallation = eq(backupRuns.schoolId, installationId)
  const [last] = await tx
    .select(columns)
    .from(backupRuns)
    .where(ofInstallation)
    .orderBy(desc(backupRuns.endedAt))
    .limit(1)
  const [verified] = await tx
    .select(columns)
    .from(backupRuns)
    .where(and(ofInstallation, isNotNull(backupRuns.verifiedAt)))
    .orderBy(desc(backupRuns.dataAsOf))
    .limit(1)
  return { verified: verified && BackupResult.parse(verified), last: last && BackupResult.parse(last) }
}
