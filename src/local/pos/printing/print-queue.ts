// chunk: hardware
import type { Locks } from '#local/kernel/ports.ts'
import type { PrintingDb, PrintJobRow } from '#local/storage/printing-db.ts'
import { sha256OfBytes } from '#shared/kernel/hash.ts'
import type { Clock } from '#shared/kernel/time.ts'
import type { BitPicture } from '#shared/pos/printing/bit-picture.rules.ts'
import type { PrintCause, Printer, PrintResult } from '#shared/pos/printing/print-job.types.ts'

/** A print to be made of a document. */
export interface PrintOrder {
  printer: string
  doc: string
  cause: PrintCause
  copies?: number
  /** Returns what is printed; `copyNo` is 0 for the original. */
  draw(copyNo: number): Promise<BitPicture>
}

export interface PrintQueue {
  /** Adds a job behind all others of its printer; it is printed by `run`. */
  add(order: PrintOrder): Promise<PrintJobRow>
  /** Notes a print that the browser makes, and returns which copy it is; 0 for the original. */
  note(order: Pick<PrintOrder, 'doc' | 'cause'>): Promise<number>
  /**
   * Prints what is queued for a printer, in order, one at a time over all windows of the device. Stops at the first job that cannot
   * be begun; that one stays where it is.
   */
  run(name: string, printer: Printer): Promise<void>
  /** Opens the drawer between two jobs of its printer. */
  kick(name: string, printer: Printer, pin: 0 | 1): Promise<PrintResult>
  /** Takes a job out of the queue that has not been begun. */
  drop(id: number): Promise<void>
  /** The latest jobs, newest first. */
  latest(count: number): Promise<PrintJobRow[]>
  job(id: number): Promise<PrintJobRow | undefined>
}

interface QueueParts {
  db: PrintingDb
  clock: Clock
  locks: Locks
  /** Called after every change of a job. */
  onChange(): void
}

/** Jobs that are remembered, and those of them whose picture is. */
const keptJobs = 200
const keptPictures = 30

/** The jobs as they stand in the database. */
function jobRows({ db, clock, onChange }: Pick<QueueParts, 'db' | 'clock' | 'onChange'>) {
  const prune = async () => {
    const newest = (await db.jobs.orderBy('id').last())?.id ?? 0
    const olderThan = (count: number) => db.jobs.where('id').belowOrEqual(newest - count)
    await olderThan(keptJobs).delete()
    await olderThan(keptPictures)
      .and(({ picture, state }) => picture !== null && state !== 'queued')
      .modify({ picture: null })
  }
  return {
    copyNoOf: (doc: string): Promise<number> => db.jobs.where('doc').equals(doc).count(),
    change: async (id: number, to: Partial<PrintJobRow>) => {
      await db.jobs.update(id, to)
      onChange()
    },
    insert: async (job: Omit<PrintJobRow, 'id' | 'atMs'>): Promise<PrintJobRow> => {
      const row = { ...job, atMs: clock.nowMs() }
      const id = await db.jobs.add(row)
      await prune()
      onChange()
      return { ...row, id }
    },
    /** What a window that is gone was printing: nobody knows what became of it. */
    endInterrupted: (name: string) =>
      db.jobs
        .where({ printer: name, state: 'unknown' })
        .and(({ why }) => why === 'under-way')
        .modify({ why: 'interrupted' }),
  }
}

/** Prints all copies of a job. */
async function printCopies({ picture, copies }: PrintJobRow, printer: Printer): Promise<PrintResult> {
  let result: PrintResult = { state: 'sent' }
  for (let copy = 0; picture && copy < copies; copy += 1) {
    result = await printer.print(picture)
    // Some of the copies are printed: this is not a job that has not begun.
    if (result.state === 'queued' && copy > 0) result = { state: 'unknown', why: result.why ?? 'cut-off' }
    if (result.state === 'queued' || result.state === 'unknown') break
  }
  return result
}

export function openPrintQueue(parts: QueueParts): PrintQueue {
  const { db, locks, onChange } = parts
  const rows = jobRows(parts)
  const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    locks.request(`printer:${name}`, { mode: 'exclusive' }, work)

  /** Prints one job; answers whether the next may follow. */
  const printJob = async (job: PrintJobRow, printer: Printer): Promise<boolean> => {
    // First, so that a window that dies while it prints leaves the truth behind.
    await rows.change(job.id, { state: 'unknown', why: 'under-way' })
    const { state, why = null } = await printCopies(job, printer)
    await rows.change(job.id, { state, why })
    return state !== 'queued'
  }

  return {
    add: async ({ printer, doc, cause, copies = 1, draw }) => {
      const copyNo = await rows.copyNoOf(doc)
      const picture = await draw(copyNo)
      const hash = sha256OfBytes(picture.rows)
      return rows.insert({ printer, doc, hash, copies, copyNo, cause, state: 'queued', why: null, picture })
    },
    note: async ({ doc, cause }) => {
      const copyNo = await rows.copyNoOf(doc)
      const given = { printer: 'browser', hash: '', copies: 1, state: 'sent', why: null, picture: null } as const
      await rows.insert({ ...given, doc, cause, copyNo })
      return copyNo
    },
    run: (name, printer) =>
      alone(name, async () => {
        await rows.endInterrupted(name)
        for (;;) {
          const next = await db.jobs.where({ printer: name, state: 'queued' }).first()
          if (!next || !(await printJob(next, printer))) return
        }
      }),
    kick: (name, printer, pin) => alone(name, () => printer.kick(pin)),
    drop: async (id) => {
      await db.transaction('rw', db.jobs, async () => {
        if ((await db.jobs.get(id))?.state === 'queued') await db.jobs.delete(id)
      })
      onChange()
    },
    latest: async (count) => (await db.jobs.orderBy('id').toArray()).slice(-count).toReversed(),
    job: (id) => db.jobs.get(id),
  }
}
