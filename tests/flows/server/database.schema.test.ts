import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { expect, it } from 'vitest'
import { readMigrations } from '#server/node/migrations.ts'

// drizzle-kit gives every array of this process an enumerable method, which the reader of PDFs refuses.
Reflect.defineProperty(Array.prototype, 'random', { enumerable: false })

const server = fileURLToPath(new URL('../../../src/server/', import.meta.url))
const meta = new URL(`file://${server}db/migrations/meta/`)
const readJson = (path: string) => JSON.parse(readFileSync(new URL(path, meta), 'utf8'))

it('the migrations make exactly the tables that the code reads', async () => {
  const files = globSync('features/**/*.table.ts', { cwd: server })
  expect(files.length).toBeGreaterThan(5)
  const tables: Record<string, unknown> = {}
  for (const file of files) Object.assign(tables, await import(`${server}${file}`))
  const journal: { entries: { tag: string }[] } = readJson('_journal.json')
  expect(journal.entries.map(({ tag }) => `${tag}.sql`)).toEqual(readMigrations().map(({ name }) => name))
  const last = journal.entries.at(-1)?.tag.slice(0, 4)
  expect(readdirSync(meta).toSorted()).toEqual([`${last}_snapshot.json`, '_journal.json'])
  const made = readJson(`${last}_snapshot.json`)
  // "npm run db:generate" writes what is missing.
  expect(await generateMigration(made, generateDrizzleJson(tables, made.id))).toEqual([])
})
