import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Log } from '#server/kernel/deps.ts'
import { type Journal, type JournalEntry, journaledActs } from '#server/kernel/journal.ts'

const Entry = z.object({
  schoolId: z.uuid(),
  id: z.uuid(),
  at: z.iso.datetime(),
  what: z.enum(journaledActs),
  about: z.string().max(100),
  code: z.string().max(500).optional(),
})

const retryMs = 5000

export interface JournalFile extends Journal {
  /** Waits until everything is written that can be. */
  close(): Promise<void>
}

/**
 * Opens the journal in a file, one JSON line for each act, readable by its owner alone. Appends are flushed to the disk; while the
 * place can't be written they wait in memory, and the log says so.
 */
export function openJournalFile(path: string, log: Pick<Log, 'error'>): JournalFile {
  let waiting: JournalEntry[] = []
  let writing: Promise<void> | undefined
  let isClosing = false

  const write = async () => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await appendLines(path, batch)
      } catch (error) {
        waiting = [...batch, ...waiting]
        log.error(describeFailure(error), 'the journal can not be written')
        if (isClosing) return
        await wait(retryMs, undefined, { ref: false })
      }
    }
  }
  const start = () => {
    writing ??= write().finally(() => {
      writing = undefined
    })
  }
  return {
    append: (entries) => {
      waiting.push(...entries)
      start()
    },
    read: () => readLines(path),
    close: async () => {
      isClosing = true
      await writing
    },
  }
}

async function appendLines(path: string, entries: readonly JournalEntry[]): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'a', 0o600)
  try {
    // A line that a power cut left half written must not swallow the next one.
    await file.appendFile(entries.map((entry) => `\n${JSON.stringify(entry)}`).join(''))
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function* readLines(path: string): AsyncIterable<JournalEntry> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })
  try {
    for await (const line of lines) {
      const entry = Entry.safeParse(readJson(line))
      if (entry.success) yield entry.data
    }
  } catch (error) {
    // A server that never wrote one has none.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

function readJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
