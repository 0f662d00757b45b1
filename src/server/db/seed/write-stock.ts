import { stockEntries, stockItems } from '#server/features/pos/stock/stock.table.ts'
import type { Tx } from '#server/kernel/db.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import { wholeQty } from '#shared/kernel/money.ts'
import { businessDay, type Clock, dayAfter, toInstant } from '#shared/kernel/time.ts'
import { halfLifeOf } from '#shared/pos/stock/stock.rules.ts'
import type { DemoSchool } from './demo-types.ts'

const pieces = 120
/** Days since production and to the last day: half of the shelf life is over. */
const [producedDaysAgo, expiresInDays] = [12, 9]

/** A school that keeps a stock has received one batch of the item; ids follow from the school's, so that nothing else of it changes. */
export async function writeStock(tx: Tx, school: DemoSchool, clock: Clock): Promise<void> {
  const { id: schoolId, stocked, catalogue, staff, timeZone, cutoverMinute } = school
  const item = catalogue.items.find(({ name }) => name.en === stocked)
  const supervisor = staff.find(({ role }) => role === 'supervisor')
  if (!item || !supervisor) return
  const at = toInstant(clock.nowMs())
  const today = businessDay(clock.nowMs(), timeZone, cutoverMinute)
  const batch = { producedOn: dayAfter(today, -producedDaysAgo), expiresOn: dayAfter(today, expiresInDays) }
  const hex = sha256Hex(`${schoolId} stock`)
  await tx.insert(stockItems).values({
    schoolId,
    itemId: item.id,
    isTracked: true,
    sellsOut: true,
    since: at,
    goodUntil: halfLifeOf(batch),
  })
  await tx.insert(stockEntries).values({
    schoolId,
    id: `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`,
    itemId: item.id,
    kind: 'received',
    qtyMilli: pieces * wholeQty,
    at,
    ...batch,
    by: supervisor.id,
    enteredAt: at,
  })
}
