import { and, desc, eq, isNull, max, ne, sql } from 'drizzle-orm'
import { readBackupState } from '#server/features/school/copies/backup-copy.service.ts'
import { openDueWork } from '#server/features/school/due-work.service.ts'
import { type Database, installationId, type Tx } from '#server/kernel/db.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import type { Deps, Installation, InstallationState } from '#server/kernel/deps.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { dayMs, type Instant, toInstant } from '#shared/kernel/time.ts'
import type { GenerationCause } from '#shared/sync/server-state.contract.ts'
import { serverGenerations } from './installation.table.ts'

type Parts = Pick<Deps, 'db' | 'clock' | 'random'>

/** Longest age of what this process knows of it; another process may have released the server or made a copy. */
const keepMs = 5000

const present = desc(serverGenerations.since)

/** Opens what the installation says of itself. The first read writes the first generation where there is none. */
export function openInstallation(parts: Parts): Installation {
  let known: { state: Promise<InstallationState>; atMs: number } | undefined
  return {
    state: () => {
      const nowMs = parts.clock.monotonicMs()
      if (!known || nowMs - known.atMs >= keepMs) {
        known = { state: readState(parts), atMs: nowMs }
        known.state.catch(() => {
          known = undefined
        })
      }
      return known.state
    },
    forget: () => {
      known = undefined
    },
  }
}

const readState = ({ db, clock, random }: Parts): Promise<InstallationState> =>
  db.tenant(installationId, async (tx) => {
    const { verified } = await readBackupState(tx)
    const of = (row: typeof serverGenerations.$inferSelect): InstallationState => ({
      generation: row.id,
      since: row.since,
      isHeld: row.releasedAt === null,
      backedUpThrough: verified?.dataAsOf ?? null,
    })
    const [row] = await tx.select().from(serverGenerations).orderBy(present).limit(1)
    if (row) return of(row)
    // Two processes may start at once: the one that waits for the lock reads what the other has written.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('server_generations'))`)
    const [other] = await tx.select().from(serverGenerations).orderBy(present).limit(1)
    return of(other ?? (await insertGeneration(tx, { clock, random }, { cause: 'first-start', dataAsOf: null })))
  })

interface Beginning {
  cause: GenerationCause
  dataAsOf: Instant | null
}

/** Begins a generation. All but the first start held. */
async function insertGeneration(
  tx: Tx,
  { clock, random }: Pick<Deps, 'clock' | 'random'>,
  { cause, dataAsOf }: Beginning,
): Promise<typeof serverGenerations.$inferSelect> {
  const nowMs = clock.nowMs()
  const [last] = await tx.select({ since: serverGenerations.since }).from(serverGenerations).orderBy(present).limit(1)
  // The newest is the present one, also where the machine's clock went back.
  const since = toInstant(Math.max(nowMs, last ? Date.parse(last.since) + 1 : 0))
  const [row] = await tx
    .insert(serverGenerations)
    .values({
      schoolId: installationId,
      id: uuidv7(nowMs, random),
      since,
      cause,
      dataAsOf,
      releasedAt: cause === 'first-start' ? since : null,
      databaseId: await readDatabaseId(tx),
    })
    .returning()
  if (!row) throw new Error('no generation was written')
  return row
}

/** Returns identity and timeline of the database cluster: a physical copy that was recovered has another timeline. */
async function readDatabaseId(tx: Tx): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select (select system_identifier::text from pg_control_system()) || '/' ||
      (select timeline_id::text from pg_control_checkpoint()) as id`)
  return rows[0]?.id ?? ''
}

/**
 * Begins a generation after a restore from a copy: the server starts held, devices send again what it lacks, and nothing runs by itself
 * until a person goes on. Called by the command that restores.
 */
export async function beginGeneration(parts: Parts, beginning: Beginning): Promise<string> {
  return parts.db.tenant(installationId, async (tx) => (await insertGeneration(tx, parts, beginning)).id)
}

/**
 * Begins a generation where the database under this server is another one than when the present generation was last seen: it was
 * restored by other means than the command. One that the command has begun takes its database. @returns whether one was begun
 */
export const noticeOtherDatabase = (parts: Parts): Promise<boolean> =>
  parts.db.tenant(installationId, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('server_generations'))`)
    const [row] = await tx.select().from(serverGenerations).orderBy(present).limit(1)
    const databaseId = await readDatabaseId(tx)
    if (!row || row.databaseId === databaseId) return false
    if (row.databaseId === null) {
      await tx.update(serverGenerations).set({ databaseId }).where(eq(serverGenerations.id, row.id))
      return false
    }
    await insertGeneration(tx, parts, { cause: 'moved-database', dataAsOf: null })
    return true
  })

/** A device's word begins a generation at most once a day: a tampered one must not hold the server again and again. */
const mayBeginAgain = ({ cause, since }: typeof serverGenerations.$inferSelect, nowMs: number): boolean =>
  cause !== 'device-ahead' || nowMs - Date.parse(since) >= dayMs

/**
 * Begins a generation because a device has seen more of the present one than this database holds: it was taken back without a word.
 * Of several devices that show it at once the first counts.
 */
export async function noticeDeviceAhead(deps: Deps, seen: string): Promise<void> {
  await deps.db.tenant(installationId, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('server_generations'))`)
    const [row] = await tx.select().from(serverGenerations).orderBy(present).limit(1)
    if (row?.id !== seen || !mayBeginAgain(row, deps.clock.nowMs())) return
    await insertGeneration(tx, deps, { cause: 'device-ahead', dataAsOf: null })
  })
  deps.installation.forget()
  await deps.settleRestored(deps)
}

/** Opens the list of schools that the server has work to do at by itself: none while it is held. */
export const dueWhileAwake = ({ db, installation }: Pick<Deps, 'db' | 'installation'>): DueWork =>
  openDueWork(db, async () => (await installation.state()).isHeld)

/** Lets the server work by itself again. @returns whether it was held in this generation */
export async function releaseGeneration(deps: Deps, generation: string): Promise<boolean> {
  const { db, clock, installation } = deps
  await deps.settleRestored(deps)
  const released = await db.tenant(installationId, (tx) =>
    tx
      .update(serverGenerations)
      .set({ releasedAt: toInstant(clock.nowMs()) })
      .where(and(eq(serverGenerations.id, generation), isNull(serverGenerations.releasedAt)))
      .returning({ id: serverGenerations.id }),
  )
  installation.forget()
  return released.length > 0
}

/** Returns when the newest earlier generation was settled that this database knows; null where none was. */
export const settledBefore = (db: Database, generation: string): Promise<Instant | null> =>
  db.tenant(installationId, async (tx) => {
    const [row] = await tx
      .select({ at: max(serverGenerations.settledAt) })
      .from(serverGenerations)
      .where(ne(serverGenerations.id, generation))
    return row?.at ?? null
  })

/** Records that what a restore had brought back is ended in this generation. */
export async function markSettled({ db, clock }: Pick<Deps, 'db' | 'clock'>, generation: string): Promise<void> {
  await db.tenant(installationId, (tx) =>
    tx
      .update(serverGenerations)
      .set({ settledAt: toInstant(clock.nowMs()) })
      .where(and(eq(serverGenerations.id, generation), isNull(serverGenerations.settledAt))),
  )
}

/** Returns the present generation with its cause. */
export const readPresentGeneration = (db: Database): Promise<typeof serverGenerations.$inferSelect | undefined> =>
  db.tenant(installationId, async (tx) => (await tx.select().from(serverGenerations).orderBy(present).limit(1))[0])
