import { openVault } from '#local/kernel/vault.ts'
import { CashDb, type CashRow, type SeriesRow } from '#local/storage/cash-db.ts'
import { cashDbName } from '#local/storage/names.ts'
import type { CashReceipt, CashTaken } from '#shared/admissions/desk-cash.contract.ts'
import { provisionalNumber, serialLength } from '#shared/admissions/desk-cash.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError, type MessageId } from '#shared/kernel/errors.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { makeReference, referenceBytes } from '#shared/kernel/text/reference-number.rules.ts'
import { type Clock, dayMs, toInstant } from '#shared/kernel/time.ts'
import { isPassing } from './decisions.ts'

/** What stands on the receipt beside the operation. */
interface OnPaper {
  /** Of the child's file, as it is written. */
  reference: string
  names: readonly string[]
  cashier: Bilingual
}

/** Money that is about to be taken; the number and the moment are the device's. */
export interface CashAsked {
  operation: Omit<CashTaken, 'provisional' | 'takenAt'>
  paper: OnPaper
}

export interface KeptCash {
  operation: CashTaken
  paper: OnPaper
  /** As the server has booked it; null while it has not. */
  receipt: CashReceipt | null
  problem: MessageId | null
}

/** The cash that was taken on this device: sealed, each person's own, and never given up before the server has booked it. */
export interface DeskCash {
  /** Resolves once it is on this device for good, with its number. The same id again is the same receipt. */
  take(userId: string, asked: CashAsked): Promise<KeptCash>
  /** The first before the rest; what was booked is there for a week, to be printed again. */
  of(userId: string): Promise<KeptCash[]>
  /** How many receipts of others on this device are not booked yet: only they can send them. */
  ofOthers(userId: string): Promise<number>
  /** Sends what is not booked yet, in order; two tabs may do it together. @returns whether something still waits for the network */
  send(userId: string, ask: (operation: CashTaken) => Promise<{ receipt: CashReceipt }>): Promise<boolean>
  close(): void
}

interface Needs {
  clock: Clock
  random: Random
}

/** How long what was booked stays here: the server has it, for ever. */
const shownMs = 7 * dayMs

type Content = Omit<KeptCash, 'problem'>

export async function openCash(schoolCode: string, { clock, random }: Needs): Promise<DeskCash> {
  const db = new CashDb(cashDbName(schoolCode))
  const vault = await openVault(db, random)
  const rowsOf = async (userId: string) =>
    (await db.cash.where('userId').equals(userId).toArray()).sort((a, b) => a.no - b.no)
  const open = async ({ content, problem }: CashRow): Promise<KeptCash> => ({
    ...((await vault.open(content)) as Content),
    problem,
  })
  const of = async (userId: string) => Promise.all((await rowsOf(userId)).map(open))
  /** Kept, unless another tab took the number or the same receipt meanwhile. */
  const put = (row: CashRow, series: SeriesRow, before: SeriesRow | undefined) =>
    db.transaction('rw', db.cash, db.series, async () => {
      const now = await db.series.get('series')
      if (now?.last !== before?.last || (await db.cash.get(row.id))) return false
      await db.series.put(series)
      await db.cash.add(row)
      return true
    })
  const ofOthers = (userId: string) =>
    db.cash
      .where({ bookedAtMs: 0 })
      .filter((row) => row.userId !== userId)
      .count()
  const take = async (userId: string, { operation, paper }: CashAsked): Promise<KeptCash> => {
    const known = await db.cash.get(operation.id)
    if (known) return open(known)
    const before = await db.series.get('series')
    const serial = before?.serial ?? makeReference(random.bytes(referenceBytes), serialLength)
    const no = (before?.last ?? 0) + 1
    const takenAtMs = clock.nowMs()
    const numbered = { provisional: provisionalNumber(serial, no), takenAt: toInstant(takenAtMs) }
    const content: Content = { operation: { ...operation, ...numbered }, paper, receipt: null }
    const row = { id: operation.id, userId, takenAtMs, no, bookedAtMs: 0, problem: null }
    const sealed = { ...row, content: await vault.seal(content) }
    const isKept = await put(sealed, { name: 'series', serial, last: no }, before)
    return isKept ? { ...content, problem: null } : take(userId, { operation, paper })
  }
  const book = async ({ problem: _before, ...content }: KeptCash, receipt: CashReceipt) => {
    // Whose it was is known to the file from now on; a device forgets names as soon as it can.
    const paper = { ...content.paper, names: [] }
    const sealed = await vault.seal({ ...content, paper, receipt })
    const bookedAtMs = clock.nowMs()
    await db.cash.update(content.operation.id, { bookedAtMs, problem: null, content: sealed })
  }
  const send: DeskCash['send'] = async (userId, ask) => {
    const old = db.cash.where('bookedAtMs').between(1, clock.nowMs() - shownMs)
    await old.delete()
    for (const kept of await of(userId)) {
      if (kept.receipt) continue
      try {
        const { receipt } = await ask(kept.operation)
        await book(kept, receipt)
      } catch (error) {
        if (!(error instanceof AppError) || isPassing(error.messageId)) return true
        await db.cash.update(kept.operation.id, { problem: error.messageId })
      }
    }
    return false
  }
  return { take, of, ofOthers, send, close: () => db.close() }
}
