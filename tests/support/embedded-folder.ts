import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

const base = mkdtempSync(join(tmpdir(), 'bawaba-folder-'))
let folders = 0

/** A new, empty data folder. */
export function emptyFolder(): string {
  folders += 1
  return join(base, `data-${folders}`)
}

/** A data folder with a migrated, empty, cleanly closed embedded database. */
export function readyFolder(): string {
  const folder = emptyFolder()
  cpSync(inject('embeddedTemplate'), folder, { recursive: true })
  return folder
}

export const removeFolders = () => rmSync(base, { recursive: true, force: true })

export interface FolderChild {
  process: ChildProcess
  /** Lines of standard output so far. */
  lines: string[]
  /** Resolves when `line` has been printed; rejects when the process ends before. */
  printed(line: string): Promise<void>
  ended: Promise<{ code: number | null; stderr: string }>
}

const script = fileURLToPath(new URL('./folder-child.ts', import.meta.url))

/** Starts folder-child.ts on a data folder; `user` only works for root. */
export function startFolderChild(dataDir: string, user: { uid?: number; gid?: number } = {}): FolderChild {
  const child = spawn(process.execPath, [script, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    ...user,
  })
  const lines: string[] = []
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk)
  })
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (line) => lines.push(line))
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, stderr: stderr.trim() }))
  })
  const printed = (wanted: string) =>
    new Promise<void>((resolve, reject) => {
      if (lines.includes(wanted)) resolve()
      reader.on('line', (line) => {
        if (line === wanted) resolve()
      })
      void ended.then(({ stderr: text }) => reject(new Error(`ended without "${wanted}": ${text}`)))
    })
  return { process: child, lines, printed, ended }
}
