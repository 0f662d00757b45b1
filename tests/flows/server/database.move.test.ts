import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { moveDatabase } from '#server/db/move.ts'
import { type OpenedEngine, openEmbedded } from '#server/node/open-embedded.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { childEnv } from '#tests/support/served/child-env.ts'
import { createPostgresDatabase } from '#tests/support/database.ts'
import { emptyFolder, readyFolder, removeFolders } from '#tests/support/embedded-folder.ts'

vi.setConfig({ testTimeout: 120_000 })
afterAll(removeFolders)

const school = '01900000-0000-7000-8000-00000000000a'
const customer = '01900000-0000-7000-8000-00000000000c'

/** Rows that a careless copy would bend: tabs, new lines, both scripts, arrays, nulls, and tables that need each other. */
const awkward = `
  insert into customers (school_id, id, admission_no, name, class_name, card_no, allergens, diet, daily_limit, overdraft, active, version)
    values ('${school}', '${customer}', '00000001', '{"en":"A\\\\tB\\nC","ar":"ليان"}', E'4\\t"B"\\n\\\\.', null, '{milk,nuts}', '{}', null, -5, true, 7);
  insert into account_entries (school_id, id, customer_id, kind, amount, source_id, business_day, effective_at, recorded_at)
    select '${school}', gen_random_uuid(), '${customer}', 'topup', 12345678901, gen_random_uuid(), '2026-02-28', now(), now()
    from generate_series(1, 500)`

async function filledEmbedded(): Promise<OpenedEngine> {
  const source = await openEmbedded(readyFolder(), () => {})
  await source.pool.query(awkward)
  return source
}

const script = fileURLToPath(new URL('../../../src/server/db/move.ts', import.meta.url))
const nobody = 'postgresql://me:secret@127.0.0.1:1/school'

/** The command as its own process; one that hangs is killed and has no exit code. */
async function runMove(settings: Record<string, string>) {
  const child = spawn(process.execPath, [script], {
    env: childEnv(settings),
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 20_000,
  })
  let err = ''
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const [code]: unknown[] = await once(child, 'close')
  return { code, err }
}

describe('npm run data:move', () => {
  it('says that PostgreSQL can not be reached, and ends', async () => {
    const dataDir = readyFolder()
    const sentence = "PostgreSQL at 127.0.0.1:1/school can't be used: connect ECONNREFUSED 127.0.0.1:1.\n"
    expect(await runMove({ DATA_DIR: dataDir, DATABASE_URL: nobody })).toEqual({ code: 1, err: sentence })
    await (await openEmbedded(dataDir, () => {})).close()
  })

  it('makes no database where there is none to copy', async () => {
    const dataDir = emptyFolder()
    const sentence = `There is no embedded database in ${dataDir}; set DATA_DIR to the folder that holds the data.\n`
    expect(await runMove({ DATA_DIR: dataDir, DATABASE_URL: nobody })).toEqual({ code: 1, err: sentence })
    expect(existsSync(dataDir)).toBe(false)
  })

  it('copies every row, unchanged, into an empty PostgreSQL', async () => {
    const source = await filledEmbedded()
    const target = await openPostgres(await createPostgresDatabase())
    const lines: string[] = []
    const counts = await moveDatabase(source, target, (line) => lines.push(line))
    expect(counts.get('customers')).toBe(1)
    expect(counts.get('account_entries')).toBe(500)
    expect(lines).toHaveLength(counts.size)
    for (const query of ['select * from customers', 'select * from account_entries order by id']) {
      expect((await target.pool.query(query)).rows).toEqual((await source.pool.query(query)).rows)
    }
    await expect(moveDatabase(source, target, () => {})).rejects.toMatchObject({ problem: 'target-not-empty' })
    await source.close()
    await target.close()
  })

  it('leaves the target empty when a table can not be copied', async () => {
    const source = await filledEmbedded()
    const target = await openPostgres(await createPostgresDatabase())
    await moveDatabase(source, target, () => {}).then(() =>
      target.pool.query('truncate customers, account_entries cascade'),
    )
    await target.pool.query('alter table account_entries add constraint none check (false)')
    await expect(moveDatabase(source, target, () => {})).rejects.toThrow(/violates check constraint "none"/)
    expect((await target.pool.query('select from customers')).rowCount).toBe(0)
    await source.close()
    await target.close()
  })

  it('refuses a source that has other migrations', async () => {
    const source = await openEmbedded(readyFolder(), () => {})
    await source.pool.query(`update schema_migrations set hash = 'older' where name = '0053_baseline.sql'`)
    const target = await openPostgres(inject('postgresUrl').replace('/postgres?', '/bawaba_template?'))
    await expect(moveDatabase(source, target, () => {})).rejects.toMatchObject({ problem: 'changed-migration' })
    await source.close()
    await target.close()
  })
})
