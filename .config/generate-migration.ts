import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { checkMigration } from '../src/server/db/migration-rules.ts'
import { compactSnapshot } from './compact-snapshot.ts'

/*
 * `npm run db:generate`: generates a migration from the tables with drizzle-kit, marks it, keeps one snapshot and lists rule
 * violations. `npm run db:generate -- --custom` creates an empty one.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'src/server/db/migrations')
const meta = join(folder, 'meta')

const listMigrations = () => readdirSync(folder).filter((name) => name.endsWith('.sql'))

function runDrizzleKit() {
  const program = join(root, 'node_modules/drizzle-kit/bin.cjs')
  const options = ['generate', '--config', '.config/drizzle.config.ts', '--name', 'change', ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, [program, ...options], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Marks a new file; its author writes the summary. */
function addMark(name: string) {
  const path = join(folder, name)
  const statements = readFileSync(path, 'utf8').replace('-- Custom SQL migration file, put your code below! --', '')
  writeFileSync(path, `-- expand: \n${statements.trim()}\n`)
}

function keepLastSnapshot() {
  const snapshots = readdirSync(meta)
    .filter((name) => name.endsWith('_snapshot.json'))
    .toSorted()
  const last = snapshots.pop()
  for (const name of snapshots) rmSync(join(meta, name))
  if (last === undefined) return
  writeFileSync(join(meta, last), compactSnapshot(readFileSync(join(meta, last), 'utf8')))
}

const before = new Set(listMigrations())
runDrizzleKit()
keepLastSnapshot()
for (const name of listMigrations().filter((found) => !before.has(found))) {
  addMark(name)
  const problems = checkMigration({ name, sql: readFileSync(join(folder, name), 'utf8') })
  for (const problem of problems) process.stdout.write(`${name} ${problem}\n`)
}
