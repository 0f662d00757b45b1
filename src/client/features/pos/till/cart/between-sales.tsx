// chunk: till-sheets
import { ClockNote } from '../shift/clock-note.tsx'

/** What a cashier may need to know before the next sale is begun. */
export function BetweenSales() {
  return <ClockNote />
}
