import { existsSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { copyBeforeUpgrade } from '#server/node/copies/upgrade-copy.ts'
import { readMigrations } from '#server/node/migrations.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { openEmbedded } from '#server/node/open-embedded.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { backUp, copyFolder, copyPlace, onlyCopy, removeCopies } from '#tests/support/copies/copy-kit.ts'
import { createPostgresDatabase, engines } from '#tests/support/database.ts'

const all = readMigrations()
const names = all.map(({ name }) => name)
const silent = { info: () => {}, error: () => {} }
const settings = { to: '/anywhere', recipients: ['age1'] }

afterAll(removeCopies)

describe.each(engines)('an upgrade of the database, on %s', { timeout: 120_000 }, (engine) => {
  it('has a copy made of the database as it was, and no start without an upgrade has', async () => {
    const dataDir = copyFolder()
    const databaseUrl = engine === 'postgres' ? await createPostgresDatabase() : undefined
    const source = databaseUrl === undefined ? { dataDir } : { databaseUrl }
    const place = await copyPlace()
    const found: string[][] = []
    let fails = false
    const beforeUpgrade = copyBeforeUpgrade(settings, silent, async () => {
      const manifest = await backUp(source, place)
      found.push(manifest.migrations.map(({ name }) => name))
      return !fails
    })
    const start = async () => {
      const database = await openDatabase({ dataDir, databaseUrl, beforeUpgrade })
      await database.close()
      return database.applied
    }
    // A database that is begun has nothing to copy.
    const first = databaseUrl === undefined ? await openEmbedded(dataDir, () => {}) : await openPostgres(databaseUrl)
    await migrate(first.db, all.slice(0, -2))
    await first.close()

    expect(await start()).toEqual(names.slice(-2))
    expect(found).toEqual([names.slice(0, -2)])
    expect(existsSync(`${place.folder}/${onlyCopy(place)}`)).toBe(true)
    expect(await start()).toEqual([])
    expect(found).toHaveLength(1)

    // Where it fails, the upgrade goes on all the same.
    fails = true
    const next = { name: '9999_next.sql', sql: `-- expand: a further one\nselect 1;` }
    const database = await openDatabase({ dataDir, databaseUrl, beforeUpgrade, migrations: [...all, next] })
    await database.close()
    expect([database.applied, found.length]).toEqual([[next.name], 2])
  })
})

it('no copy is made of a database that begins, nor where the settings name no place or no key', async () => {
  let asked = 0
  const database = await openDatabase({
    dataDir: copyFolder(),
    beforeUpgrade: async () => {
      asked += 1
    },
  })
  await database.close()
  expect([asked, database.applied.length > 0]).toEqual([0, true])
  expect(copyBeforeUpgrade({ ...settings, to: undefined }, silent)).toBeUndefined()
  expect(copyBeforeUpgrade({ ...settings, recipients: [] }, silent)).toBeUndefined()
})
