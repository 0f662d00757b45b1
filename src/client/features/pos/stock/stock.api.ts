import { ask } from '#client/platform/http.ts'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { type ItemId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { enterStock, readStock, setStockItem, type StockEntry, stockLedger } from '#shared/pos/stock/stock.contract.ts'

export const fetchStock = () => ask(readStock, {})

export const fetchLedger = async (itemId: ItemId) => (await ask(stockLedger, { itemId })).rows

export const saveStockItem = (itemId: ItemId, isTracked: boolean, sellsOut: boolean) =>
  ask(setStockItem, { itemId, isTracked, sellsOut })

/** What a row says besides its id and moment. */
export type NewEntry = StockEntry extends infer E ? (E extends StockEntry ? Omit<E, 'id' | 'at'> : never) : never

/** Rows of now, each with an id of its own: sent again after a lost answer they count once. */
export const entriesOf = (rows: readonly NewEntry[]): StockEntry[] =>
  rows.map(
    (row): StockEntry => ({
      ...row,
      id: uuidv7(machineClock.nowMs(), machineRandom),
      at: toInstant(machineClock.nowMs()),
    }),
  )

export const sendEntries = async (stockEntries: readonly StockEntry[]) =>
  (await ask(enterStock, { stockEntries: [...stockEntries] })).counts
