import process from 'node:process'
import { parseArgs } from 'node:util'
import { createKeyPair } from '../copies/encryption.ts'
import { openTarget } from '../copies/targets/open-target.ts'
import { runBackup } from '../copies/run-backup.ts'
import { readSettings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'
import { commandLine } from './command-name.ts'
import { runCommand, say } from './command-line.ts'

/* `npm run backup`: a copy of everything a school needs, while the server runs or not. Ctrl-C stops it and leaves nothing behind. */

const usage = `Use one of:
  ${commandLine('backup', 'folder')}              or sftp://user@host/folder, or s3://bucket/prefix; BACKUP_TO without one
  ${commandLine('backup', 'new-key')}             prints a new pair of keys, once`

async function printKeys(): Promise<void> {
  const { identity, recipient } = await createKeyPair()
  say(`# Public key, for BACKUP_RECIPIENTS: ${recipient}`)
  say('# The private key opens every copy. Keep it in a safe and never on the server.')
  say(identity)
}

/** Aborts at the first Ctrl-C or polite end of the process. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort())
  return stopping.signal
}

async function main() {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [place, ...more] = positionals
  if (more.length > 0) throw new StartupError('bad-setting', usage)
  if (place === 'new-key') return printKeys()
  const settings = readSettings()
  const { backup } = settings
  const to = place ?? backup.to
  if (to === undefined) throw new StartupError('bad-setting', usage)
  if (backup.recipients.length === 0) {
    throw new StartupError(
      'bad-setting',
      `Set BACKUP_RECIPIENTS; "${commandLine('backup', 'new-key')}" prints a pair of keys.`,
    )
  }
  const signal = stopSignal()
  const { dataDir, databaseUrl, faceKeys } = settings
  const manifest = await runBackup({
    dataDir,
    databaseUrl,
    faceKeys,
    workDir: backup.workDir,
    target: openTarget(to, backup),
    recipients: backup.recipients,
    keys: backup.keys && { target: openTarget(backup.keys.to, backup), recipients: backup.keys.recipients },
    retention: backup.retention,
    say,
    signal,
  })
  if (manifest.keysFile === null) {
    say('Without keys: set BACKUP_KEYS_TO and BACKUP_KEYS_RECIPIENTS, or keep the key of faces elsewhere yourself.')
  }
}

if (import.meta.main) await runCommand(main)
