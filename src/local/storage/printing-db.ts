// chunk: hardware
import { Dexie, type EntityTable } from 'dexie'
import type { BitPicture } from '#shared/pos/printing/bit-picture.rules.ts'
import type { PrintCause, PrintProblem, PrintState } from '#shared/pos/printing/print-job.types.ts'

/** One print of one document. */
export interface PrintJobRow {
  /** In the order in which they were asked for. */
  id: number
  /** Which printer's queue it stands in. */
  printer: string
  /** The document, as its number says: a receipt, or the report of a shift. */
  doc: string
  /** SHA-256 of the picture, in hex; empty where the browser printed. */
  hash: string
  copies: number
  /** 0 for the original, else the number of the copy as it is printed. */
  copyNo: number
  cause: PrintCause
  state: PrintState
  why: PrintProblem | null
  atMs: number
  /** Kept until newer jobs have pushed it out; null where the browser printed. */
  picture: BitPicture | null
}

/** Settings of the hardware at this device. */
interface SettingsRow {
  key: 'hardware'
  value: unknown
}

/** What this device printed or has to print, and the hardware at it. Never leaves the device. */
export class PrintingDb extends Dexie {
  jobs!: EntityTable<PrintJobRow, 'id'>
  settings!: EntityTable<SettingsRow, 'key'>

  constructor(name: string) {
    super(name, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ jobs: '++id, doc, [printer+state]', settings: 'key' })
  }
}
