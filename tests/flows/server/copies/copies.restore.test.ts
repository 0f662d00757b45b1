import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { beginName, type CopyBegin } from '#server/node/copies/copy-manifest.ts'
import { packCopy } from '#server/node/copies/copy-stream.ts'
import { createKeyPair } from '#server/node/copies/encryption.ts'
import { openDatabase } from '#server/node/open-database.ts'
import { type OpenedEngine, openEmbedded } from '#server/node/open-embedded.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import {
  backUp,
  bytesOf,
  type CopyPlace,
  copyFolder,
  copyPlace,
  onlyCopy,
  removeCopies,
  restore,
} from '#tests/support/copies/copy-kit.ts'
import { createPostgresDatabase, type Engine, engines } from '#tests/support/database.ts'
import { postgresTemplate } from '#tests/support/global-setup.ts'
import { readyFolder, removeFolders } from '#tests/support/embedded-folder.ts'

vi.setConfig({ testTimeout: 180_000 })
afterAll(() => {
  removeFolders()
  removeCopies()
})

const school = '01900000-0000-7000-8000-00000000000a'
const customer = '01900000-0000-7000-8000-00000000000c'

/** Rows that a careless copy would bend: tabs, new lines, both scripts, arrays, bytes, nulls, and tables that need each other. */
const awkward = `
  insert into customers (school_id, id, admission_no, name, class_name, card_no, allergens, diet, daily_limit, overdraft, active, version)
    values ('${school}', '${customer}', '00000001', '{"en":"A\\\\tB\\nC","ar":"ليان"}', E'4\\t"B"\\n\\\\.', null, '{milk,nuts}', '{}', null, -5, true, 7);
  insert into account_entries (school_id, id, customer_id, kind, amount, source_id, business_day, effective_at, recorded_at)
    select '${school}', gen_random_uuid(), '${customer}', 'topup', 12345678901, gen_random_uuid(), '2026-02-28', now(), now()
    from generate_series(1, 500)`
const queries = [
  'select * from customers',
  'select * from account_entries order by id',
  'select name, hash from schema_migrations order by 1',
]

type Place = { dataDir: string } | { databaseUrl: string }
const emptyPlace = async (engine: Engine): Promise<Place> =>
  engine === 'pglite' ? { dataDir: copyFolder() } : { databaseUrl: await createPostgresDatabase() }

const openPlace = (place: Place): Promise<OpenedEngine> =>
  'dataDir' in place ? openEmbedded(place.dataDir, () => {}) : openPostgres(place.databaseUrl)

async function read(place: Place, texts: readonly string[]): Promise<unknown[]> {
  const engine = await openPlace(place)
  const results: unknown[] = []
  for (const text of texts) results.push((await engine.pool.query(text)).rows)
  await engine.close()
  return results
}

async function filledPlace(engine: Engine): Promise<Place> {
  const place: Place =
    engine === 'pglite' ? { dataDir: readyFolder() } : { databaseUrl: await createPostgresDatabase(postgresTemplate) }
  const opened = await openPlace(place)
  await opened.pool.query(awkward)
  await opened.close()
  return place
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: { problem?: string; message: string }) => error,
  )

describe.each(engines)('a copy of %s', (engine) => {
  it('OPS-25 is restored on the other engine with every row, verified, and says where it came from', async () => {
    const source = await filledPlace(engine)
    const place = await copyPlace()
    const manifest = await backUp(source, place)
    expect(manifest).toMatchObject({ engine, format: 1, file: { name: onlyCopy(place) } })
    expect(manifest.verifiedAt).not.toBeNull()
    expect(manifest.sums).toMatchObject({ customers: { rows: 1 }, account_entries: { rows: 500 } })
    const expected = await read(source, queries)
    const other = engine === 'pglite' ? 'postgres' : 'pglite'
    const into = await emptyPlace(other)
    await restore(place, into)
    expect(await read(into, queries)).toEqual(expected)
    const noted = await read(into, ['select copy_id as id, data_as_of as at from restores'])
    expect(noted).toEqual([[{ id: manifest.id, at: new Date(manifest.dataAsOf) }]])
    const begun = await read(into, [
      'select cause, data_as_of as at, released_at from server_generations order by since desc limit 1',
    ])
    expect(begun).toEqual([[{ cause: 'restore', at: new Date(manifest.dataAsOf), released_at: null }]])
    const recorded = await read(source, [
      'select id, verified_at is not null as verified, failure, rows > 500 as all from backup_runs',
    ])
    expect(recorded).toEqual([[{ id: manifest.id, verified: true, failure: null, all: true }]])
  })
})

describe('a restore', () => {
  let place: CopyPlace
  const ready = async () => {
    if (place) return place
    place = await copyPlace()
    await backUp(await filledPlace('postgres'), place)
    return place
  }
  const damaged = async (change: (bytes: Buffer) => Buffer, isAlone: boolean): Promise<CopyPlace> => {
    const whole = await ready()
    const other = { ...(await copyPlace()), key: whole.key }
    const name = onlyCopy(whole)
    await other.target.write(name, one(change(readFileSync(join(whole.folder, name)))), new AbortController().signal)
    if (!isAlone) {
      const manifest = name.replace('.age', '.json')
      writeFileSync(join(other.folder, manifest), readFileSync(join(whole.folder, manifest)))
    }
    return other
  }

  it.each([
    ['a flipped byte', (bytes: Buffer) => flipped(bytes), false],
    ['a flipped byte, without its manifest', (bytes: Buffer) => flipped(bytes), true],
    ['a missing chunk', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5000), false],
    ['a missing chunk, without its manifest', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5000), true],
  ])('OPS-22 refuses a copy with %s in one sentence and changes nothing', async (_, change, isAlone) => {
    const other = await damaged(change, isAlone)
    const into: Place = isAlone ? { databaseUrl: await createPostgresDatabase() } : { dataDir: copyFolder() }
    const failure = await failureOf(restore(other, into))
    expect(failure?.problem).toBe('damaged-copy')
    expect(failure?.message).toMatch(
      /^The copy bawaba-\S+ in \S+ can't be restored: [^;]+; nothing was changed, use another copy\.$/,
    )
    if ('dataDir' in into) expect(existsSync(into.dataDir)).toBe(false)
    // What was refused leaves the place empty: a whole copy goes in.
    else await restore(await ready(), into)
  })

  it('OPS-22 refuses a wrong key in one sentence', async () => {
    const dataDir = copyFolder()
    const failure = await failureOf(restore(await ready(), { dataDir }, { key: await createKeyPair() }))
    expect(failure).toMatchObject({ problem: 'wrong-key' })
    expect(failure?.message).toContain('nothing was restored')
    expect(existsSync(join(dataDir, 'database'))).toBe(false)
  })

  it('refuses a folder and a database that are not empty', async () => {
    const copy = await ready()
    const [folder, database] = [await filledPlace('pglite'), await filledPlace('postgres')]
    expect((await failureOf(restore(copy, folder)))?.message).toContain('There is a database in')
    expect((await failureOf(restore(copy, database)))?.message).toContain('it has rows in')
    expect(await read(folder, ['select count(*) from customers'])).toEqual([[{ count: 1 }]])
  })

  it('refuses the copy of a newer release', async () => {
    const newer = await copyPlace()
    const migrations = [{ name: '9999_later.sql', hash: 'x' }]
    const begin: CopyBegin = { ...aboutNewer, migrations, tables: [] }
    const entries = one({ name: beginName, bytes: new TextEncoder().encode(JSON.stringify(begin)) })
    const signal = new AbortController().signal
    await newer.target.write('bawaba-20300303T060000Z.age', packCopy(entries, [newer.key.recipient]), signal)
    const dataDir = copyFolder()
    expect(await failureOf(restore(newer, { dataDir }))).toMatchObject({
      problem: 'newer-copy',
      message:
        'The copy was made by a newer release of Bawaba (9.9.9, migration 9999_later.sql); restore it with that release.',
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('starts as any database does, row-level security in force', async () => {
    const dataDir = copyFolder()
    await restore(await ready(), { dataDir })
    const database = await openDatabase({ dataDir })
    const rows = await database.tenant(school, (tx) =>
      tx.execute<{ n: number }>('select count(*)::int as n from customers'),
    )
    expect(rows.rows).toEqual([{ n: 1 }])
    await database.close()
  })
})

describe('what lies in the place of copies', () => {
  it('OPS-23 holds no key and no readable name', async () => {
    const source = await filledPlace('postgres')
    const [place, keyPlace] = [await copyPlace(), await copyPlace()]
    const faceKey = new Uint8Array(32).fill(65)
    const keys = { target: keyPlace.target, recipients: [keyPlace.key.recipient] }
    const manifest = await backUp(source, place, { faceKeys: [faceKey], keys })
    for (const bytes of [bytesOf(place), bytesOf(keyPlace)]) {
      for (const secret of [
        'ليان',
        Buffer.from(faceKey).toString('base64'),
        Buffer.from(faceKey).toString(),
        place.key.identity,
      ]) {
        expect(bytes.includes(secret)).toBe(false)
      }
    }
    expect(readdirSync(place.folder).filter((name) => name.includes('keys'))).toEqual([])
    expect(readdirSync(keyPlace.folder)).toEqual([manifest.keysFile])
  })
})

const aboutNewer = {
  format: 1,
  id: customer,
  release: '9.9.9',
  engine: 'pglite',
  dataAsOf: '2030-03-03T06:00:00.000Z',
} as const

async function* one<T>(item: T) {
  yield item
}

function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  const at = Math.floor(changed.length / 2)
  changed[at] = (changed[at] ?? 0) ^ 1
  return changed
}
