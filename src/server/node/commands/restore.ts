import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { parseArgs } from 'node:util'
import type { BackupSettings } from '../copies/backup-settings.ts'
import { momentOfCopy } from '../copies/copy-manifest.ts'
import { type CopyTarget, isCopyFile, readAll } from '../copies/targets/copy-target.ts'
import { decrypt, WrongKeyError } from '../copies/encryption.ts'
import { restoreKeys } from '../copies/key-file.ts'
import { openTarget } from '../copies/targets/open-target.ts'
import { runRestore } from '../copies/run-restore.ts'
import { readSettings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { commandLine } from './command-name.ts'
import { runCommand, say } from './command-line.ts'

/* `npm run restore`: brings a copy back, into an empty folder or an empty database of either engine. */

const usage = `Use:
  ${commandLine('restore', 'copy [into] --key file')}
    copy   a copy, or a place with copies: the newest is taken; a file …keys.age brings the keys back
    into   an empty data folder or an empty PostgreSQL; DATABASE_URL or DATA_DIR without it
    --key  a file with a private key, as "${commandLine('backup', 'new-key')}" prints it; - for the standard input`

/** Reads the private keys of a file of `age`. @throws StartupError when there is none */
function readIdentities(path: string | undefined): string[] {
  if (path === undefined) throw new StartupError('bad-setting', usage)
  if (path !== '-' && !existsSync(path))
    throw new StartupError('bad-setting', `There is no file ${path} with a private key.`)
  const lines = readFileSync(path === '-' ? 0 : path, 'utf8').split(/\r?\n/)
  const identities = lines.map((line) => line.trim()).filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0) throw new StartupError('bad-setting', `The file ${path} has no line AGE-SECRET-KEY-….`)
  return identities
}

/** Finds the copy that a text names, in a folder or elsewhere. */
async function findCopy(text: string, settings: BackupSettings): Promise<{ from: CopyTarget; name: string }> {
  const last = basename(text)
  if (isCopyFile(last)) {
    const from = openTarget(text.includes('://') ? text.slice(0, -last.length - 1) : dirname(text), settings)
    return { from, name: last.replace(/\.json$/, '.age') }
  }
  const from = openTarget(text, settings)
  const newest = (await from.list())
    .filter((name) => momentOfCopy(name) !== undefined)
    .toSorted()
    .at(-1)
  if (newest === undefined) throw new StartupError('no-database', `There is no copy in ${from.where}.`)
  return { from, name: newest.replace(/\.json$/, '.age') }
}

async function bringKeysBack(from: CopyTarget, name: string, identities: readonly string[], dataDir: string) {
  try {
    const text = (await readAll(decrypt(from.read(name), identities))).toString('utf8')
    say(`The key of faces is in ${restoreKeys(text, dataDir)}.`)
  } catch (error) {
    if (!(error instanceof WrongKeyError)) throw error
    throw new StartupError('wrong-key', `The given key does not open ${name}; nothing was changed.`, { cause: error })
  }
}

async function main() {
  const { positionals, values } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true })
  const [copy, into, ...more] = positionals
  if (copy === undefined || more.length > 0) throw new StartupError('bad-setting', usage)
  const identities = readIdentities(values.key)
  const { dataDir, databaseUrl, backup } = readSettings()
  const { from, name } = await findCopy(copy, backup)
  const isUrl = into !== undefined && /^postgres(ql)?:\/\//.test(into)
  const url = isUrl ? into : into === undefined ? databaseUrl : undefined
  if (name.endsWith('.keys.age')) return bringKeysBack(from, name, identities, isUrl ? dataDir : (into ?? dataDir))
  const begin = await runRestore({
    from,
    name,
    identities,
    into: url === undefined ? { dataDir: into ?? dataDir } : { databaseUrl: url },
    progress: (table, rows, done, of) => say(`${done}/${of} ${table.padEnd(28)} ${rows.toLocaleString('en')} rows`),
  })
  say(`Restored ${name}: everything up to ${begin.dataAsOf}, made by release ${begin.release}.`)
  say('Bring the keys back too, then start the server: tills send again what they sold since.')
}

if (import.meta.main) await runCommand(main)
