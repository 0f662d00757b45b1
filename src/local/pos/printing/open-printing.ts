// chunk: hardware
import type { Locks } from '#local/kernel/ports.ts'
import { printingDbName } from '#local/storage/names.ts'
import { PrintingDb } from '#local/storage/printing-db.ts'
import type { Clock } from '#shared/kernel/time.ts'
import { openPrintQueue, type PrintQueue } from './print-queue.ts'

/** Prints of this device, and the settings of its hardware as they were written last. */
export interface Printing {
  queue: PrintQueue
  readSettings(): Promise<unknown>
  writeSettings(value: unknown): Promise<void>
}

interface Needs {
  schoolCode: string
  clock: Clock
  locks: Locks
  onChange(): void
}

/** Opens what the device keeps about its printer; the database stays open for the life of the page. */
export function openPrinting({ schoolCode, ...needs }: Needs): Printing {
  const db = new PrintingDb(printingDbName(schoolCode))
  return {
    queue: openPrintQueue({ db, ...needs }),
    readSettings: async () => (await db.settings.get('hardware'))?.value,
    writeSettings: async (value) => {
      await db.settings.put({ key: 'hardware', value })
    },
  }
}
