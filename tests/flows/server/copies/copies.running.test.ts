import { readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { backupAlert } from '#server/features/school/copies/backup-alert.service.ts'
import { readBackupState } from '#server/features/school/copies/backup-copy.service.ts'
import { type Database, installationId } from '#server/kernel/db.ts'
import { copyDatabase } from '#server/node/copies/base-backup.ts'
import { connectControl } from '#server/node/copies/backup-source.ts'
import type { CopyTarget } from '#server/node/copies/targets/copy-target.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { backUp, copyFolder, type CopyPlace, copyPlace, removeCopies, restore } from '#tests/support/copies/copy-kit.ts'
import { createPostgresDatabase } from '#tests/support/database.ts'
import { postgresTemplate } from '#tests/support/global-setup.ts'
import { readyFolder, removeFolders } from '#tests/support/embedded-folder.ts'

vi.setConfig({ testTimeout: 180_000 })
afterAll(() => {
  removeFolders()
  removeCopies()
})

const school = '01900000-0000-7000-8000-00000000000a'
const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const openRunning = (dataDir: string) => openDatabase({ dataDir, log: quiet })

const addSite = (database: Database, code: string) =>
  database.tenant(school, (tx) =>
    tx.execute(sql`insert into sites (school_id, id, code, name)
      values (${school}, gen_random_uuid(), ${code}, '{"en":"Site","ar":"موقع"}')`),
  )

/** Writes row after row, as tills do, until it is stopped. @returns codes with the moment of their acknowledgement */
function keepWriting(database: Database) {
  let isStopped = false
  const acknowledged: { code: string; atMs: number }[] = []
  const ended = (async () => {
    for (let n = 1; !isStopped; n += 1) {
      const code = String(n).padStart(12, '0')
      await addSite(database, code)
      acknowledged.push({ code, atMs: Date.now() })
      await wait(10)
    }
  })()
  const stop = async () => {
    isStopped = true
    await ended
    return acknowledged
  }
  return { acknowledged, stop }
}

const slots = (database: Database) =>
  database.tenant(school, async (tx) => {
    const { rows } = await tx.execute<{ n: number }>('select count(*)::int as n from pg_replication_slots')
    return rows[0]?.n
  })

describe('a backup whose disk fills up in the middle', () => {
  /** The place, whose disk is full as soon as a file that ends so is written to: a device without room stands in its place. */
  const fullAt = ({ folder, target }: CopyPlace, ending: string): CopyTarget => ({
    ...target,
    write: (name, chunks, signal) => {
      if (name.endsWith(ending)) symlinkSync('/dev/full', join(folder, `${name}.part`))
      return target.write(name, chunks, signal)
    },
  })

  it.each([
    ['the rows', 'Z.age'],
    ['the manifest, after the trial', '.json'],
  ])(
    'OPS-24 with %s: ends with one sentence, leaves the last good copy and nothing else, and IT is told',
    async (_, ending) => {
      const databaseUrl = await createPostgresDatabase(postgresTemplate)
      const place = await copyPlace()
      await backUp({ databaseUrl }, place)
      const good = readdirSync(place.folder)
      expect(good).toHaveLength(2)
      await wait(1100)
      const failing = backUp({ databaseUrl }, place, { target: fullAt(place, ending) })
      const sentence = `There is no room for the copy in ${place.folder}; make room there and run the backup again.`
      await expect(failing).rejects.toMatchObject({ problem: 'disk-full', message: sentence })
      expect(readdirSync(place.folder)).toEqual(good)
      const engine = await openDatabase({ dataDir: '', databaseUrl })
      const copies = await engine.tenant(installationId, readBackupState)
      await engine.close()
      expect(copies).toMatchObject({ last: { failure: 'disk-full' }, verified: { failure: null, target: 'folder' } })
      const judged = { nowMs: Date.now(), maxAgeHours: 26, isScheduled: true, sinceMs: 0 }
      expect(backupAlert(copies, judged)).toBe('backup-failed')
    },
  )
})

describe('a backup of the embedded database while it runs', () => {
  it('OPS-21 refuses no write meanwhile, and has everything committed before its moment', async () => {
    const dataDir = readyFolder()
    const database = await openRunning(dataDir)
    const writing = keepWriting(database)
    const place = await copyPlace()
    const manifest = await backUp({ dataDir }, place)
    const acknowledged = await writing.stop()
    expect(await slots(database)).toBe(0)
    await database.close()
    const into = await createPostgresDatabase()
    await restore(place, { databaseUrl: into })
    const engine = await openPostgres(into)
    const { rows } = await engine.pool.query<{ code: string }>('select code from sites order by code')
    await engine.close()
    const copied = rows.map(({ code }) => code)
    const before = acknowledged.filter(({ atMs }) => atMs < Date.parse(manifest.dataAsOf)).map(({ code }) => code)
    // The copy is a beginning of what was written, without a gap, and at least all of before.
    expect(copied).toEqual(acknowledged.slice(0, copied.length).map(({ code }) => code))
    expect(copied).toEqual(expect.arrayContaining(before))
  })

  it('is ended by its closed connection: the log is let go and the next one begins', async () => {
    const dataDir = readyFolder()
    const database = await openRunning(dataDir)
    const first = await connectControl(dataDir)
    await first?.begin()
    expect(await slots(database)).toBe(1)
    const second = await connectControl(dataDir)
    await expect(second?.begin()).rejects.toThrow('Another backup is running; wait for its end.')
    first?.close()
    await vi.waitFor(async () => expect(await slots(database)).toBe(0), 20_000)
    await expect(second?.begin()).resolves.toMatchObject({ folder: join(dataDir, 'database', 'pgdata') })
    second?.close()
    await database.close()
  })

  it('stops when asked and leaves nothing behind: no file, no log, and a recorded failure', async () => {
    const dataDir = readyFolder()
    const database = await openRunning(dataDir)
    const place = await copyPlace()
    const workDir = copyFolder()
    const stopping = new AbortController()
    const say = (line: string) => line.startsWith('3/') && stopping.abort()
    await expect(backUp({ dataDir }, place, { workDir, say, signal: stopping.signal })).rejects.toThrow(
      'No copy was made',
    )
    expect([readdirSync(place.folder), await slots(database)]).toEqual([[], 0])
    expect(() => readdirSync(workDir)).toThrow('ENOENT')
    await database.close()
    const engine = await openDatabase({ dataDir })
    const { rows } = await engine.tenant('00000000-0000-4000-8000-000000000000', (tx) =>
      tx.execute('select failure, verified_at from backup_runs'),
    )
    expect(rows).toEqual([{ failure: 'stopped', verified_at: null }])
    await engine.close()
  })

  it('OPS-24 does not begin where the copy would fill the disk', async () => {
    const dataDir = readyFolder()
    const from = join(dataDir, 'database', 'pgdata')
    const room = () => ({ freeBytes: 100 * 2 ** 20 })
    const work = copyFolder()
    const copying = copyDatabase(from, join(work, 'source'), new AbortController().signal, room)
    await expect(copying).rejects.toMatchObject({ problem: 'disk-full' })
    expect(readdirSync(work)).toEqual([])
  })
})
