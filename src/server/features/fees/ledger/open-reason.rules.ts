import type { OpenReason } from '#shared/fees/fee-account.contract.ts'
import { minor } from '#shared/kernel/money.ts'
import { type Day, dayMs, fromInstant } from '#shared/kernel/time.ts'

/** What is known of an item; amounts in minor units. */
interface Item {
  readonly dueOn: Day
  readonly credited: number
  readonly writtenOff: number
  readonly paid: number
  readonly held: number
  readonly open: number
}

const dayNumber = (day: Day): number => fromInstant(`${day}T00:00:00.000Z`) / dayMs

/** Returns why an item is open, or is not, with the values that its sentence names. */
export function openReason({ dueOn, credited, writtenOff, paid, held, open }: Item, today: Day): OpenReason {
  const none: Omit<OpenReason, 'id'> = { on: null, days: null, paid: null, amount: null }
  if (open <= 0) {
    if (held > 0) return { ...none, id: 'cheque-held', amount: minor(held) }
    if (paid > 0 || credited + writtenOff === 0) return { ...none, id: 'paid', paid: minor(paid) }
    return { ...none, id: writtenOff > 0 ? 'written-off' : 'credited' }
  }
  const late = dayNumber(today) - dayNumber(dueOn)
  if (paid > 0) {
    return {
      ...none,
      id: late > 0 ? 'part-overdue' : 'part-paid',
      on: dueOn,
      days: Math.max(late, 0),
      paid: minor(paid),
    }
  }
  return { ...none, id: late > 0 ? 'overdue' : 'not-due', on: dueOn, days: Math.max(late, 0) }
}
