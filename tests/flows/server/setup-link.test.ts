import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createSchool, newSchoolRow } from '#server/features/school/create-school.service.ts'
import { databaseOver } from '#server/kernel/db.ts'
import { openEmbedded } from '#server/node/open-embedded.ts'
import { openPostgres } from '#server/node/open-postgres.ts'
import { childEnv } from '#tests/support/served/child-env.ts'
import { createPostgresDatabase } from '#tests/support/database.ts'
import { readyFolder, removeFolders } from '#tests/support/embedded-folder.ts'

vi.setConfig({ testTimeout: 120_000 })
afterAll(removeFolders)

const command = fileURLToPath(new URL('../../../src/server/node/commands/setup-link.ts', import.meta.url))

async function run(settings: Record<string, string>) {
  const child = spawn(process.execPath, [command], {
    env: childEnv(settings),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (said.out += String(chunk)))
  child.stderr.on('data', (chunk) => (said.err += String(chunk)))
  const [code] = await once(child, 'close')
  return { code: Number(code), ...said }
}

const school = {
  code: 'pearl',
  name: { en: 'Pearl School', ar: 'مدرسة اللؤلؤة' },
  country: 'QA',
  currency: 'QAR',
  timeZone: 'Asia/Qatar',
  language: 'en',
} as const
const schoolId = '0190a5a5-0000-7000-8000-0000000000aa'

describe('npm run setup-link', () => {
  it('prints a link for the embedded database, and says what to do while the server holds it', async () => {
    const folder = readyFolder()
    const made = await run({ DATA_DIR: folder })
    expect(made).toEqual({
      code: 0,
      out: expect.stringMatching(/^http:\/\/localhost:3000\/setup#token=[\w-]{43}\n$/),
      err: '',
    })
    const engine = await openEmbedded(join(folder), () => {})
    const held = await run({ DATA_DIR: folder })
    expect(held).toEqual({
      code: 1,
      out: '',
      err: `The server that uses ${folder} is running; restart it, and it prints a new link at its start.\n`,
    })
    await engine.close()
  })

  it('creates no database in a wrong folder', async () => {
    expect(await run({ DATA_DIR: '/nowhere/at/all' })).toMatchObject({
      code: 1,
      err: 'There is no embedded database in /nowhere/at/all; start the server once, or set DATA_DIR to the folder that holds it.\n',
    })
  })

  it('prints a link for a PostgreSQL beside its server, until there is a school', async () => {
    const url = await createPostgresDatabase()
    const settings = { DATABASE_URL: url, PUBLIC_URL: 'https://schools.example' }
    const first = await run(settings)
    expect(first.out).toMatch(/^https:\/\/schools\.example\/setup#token=[\w-]{43}\n$/)
    const engine = await openPostgres(url)
    const db = databaseOver(engine.db, { kind: 'postgres', sendsScripts: true, close: () => engine.close() })
    const row = newSchoolRow(school, { schoolId, now: '2030-03-03T06:00:00.000Z' })
    expect(await db.tenant(schoolId, (tx) => createSchool(tx, row, []))).toBe(true)
    await db.close()
    expect(await run(settings)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('There is a school already'),
    })
  })
})
