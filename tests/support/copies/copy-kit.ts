import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CopyTarget } from '#server/node/copies/targets/copy-target.ts'
import { createKeyPair, type KeyPair } from '#server/node/copies/encryption.ts'
import { folderTarget } from '#server/node/copies/targets/folder-target.ts'
import { type BackupJob, runBackup } from '#server/node/copies/run-backup.ts'
import { runRestore } from '#server/node/copies/run-restore.ts'

const base = mkdtempSync(join(tmpdir(), 'bawaba-copies-'))
let folders = 0

/** A new path below a folder that goes with the test. */
export function copyFolder(): string {
  folders += 1
  return join(base, String(folders))
}

export const removeCopies = () => rmSync(base, { recursive: true, force: true })

/** Where the copies of a test lie, with the key that opens them. */
export interface CopyPlace {
  folder: string
  target: CopyTarget
  key: KeyPair
}

export async function copyPlace(): Promise<CopyPlace> {
  const folder = copyFolder()
  return { folder, target: folderTarget(folder), key: await createKeyPair() }
}

type Source = { dataDir: string } | { databaseUrl: string }

/** Makes a copy as `npm run backup` does. */
export const backUp = (source: Source, place: CopyPlace, more: Partial<BackupJob> = {}) =>
  runBackup({
    dataDir: 'dataDir' in source ? source.dataDir : copyFolder(),
    databaseUrl: 'databaseUrl' in source ? source.databaseUrl : undefined,
    workDir: copyFolder(),
    target: place.target,
    recipients: [place.key.recipient],
    keys: undefined,
    faceKeys: [],
    retention: { days: 7, weeks: 0, months: 0 },
    say: () => {},
    signal: new AbortController().signal,
    ...more,
  })

/** Restores a copy as `npm run restore` does; the only one of the place, unless named. */
export const restore = (place: CopyPlace, into: Source, { name = onlyCopy(place), key = place.key } = {}) =>
  runRestore({ from: place.target, name, identities: [key.identity], into, progress: () => {} })

/** Name of the data file of the newest copy. */
export const onlyCopy = ({ folder }: CopyPlace): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('Z.age'))
    .toSorted()
    .at(-1) ?? ''

/** All bytes that lie in the place. */
export const bytesOf = ({ folder }: CopyPlace): Buffer =>
  Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))))
