import { latinDigits } from '#shared/kernel/digits.ts'
import { type Currency, parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { Entitlement } from '#shared/pos/entitlement.contract.ts'

/** What the school pays, as it is typed. */
export interface EntitlementDraft {
  amount: string
  weekdays: readonly number[]
  from: Day
  /** Empty for no end. */
  until: string
}

export type WrongField = 'amount' | 'weekdays' | 'from' | 'until'

/** What is said now, to be changed from today on. @param schoolWeekdays what a first one begins with */
export function draftOf(
  current: Entitlement | undefined,
  today: Day,
  currency: Currency,
  schoolWeekdays: readonly number[],
): EntitlementDraft {
  if (!current || current.amount === 0) return { amount: '', weekdays: schoolWeekdays, from: today, until: '' }
  const { amount, weekdays, from, until } = current
  const begins = from > today ? from : today
  const ends = until !== null && until >= begins ? until : ''
  return { amount: toDecimalText(amount, currency), weekdays, from: begins, until: ends }
}

/** What the draft says, or where it says nothing that could be saved. An amount of zero ends what was said. */
export function readDraft(
  draft: EntitlementDraft,
  today: Day,
  currency: Currency,
): { said?: Entitlement; wrong: WrongField[] } {
  const amount = parseDecimalText(latinDigits(draft.amount), currency)
  const wrong: WrongField[] = []
  if (amount === undefined) wrong.push('amount')
  if (draft.weekdays.length === 0) wrong.push('weekdays')
  if (draft.from < today) wrong.push('from')
  if (draft.until !== '' && draft.until < draft.from) wrong.push('until')
  if (amount === undefined || wrong.length > 0) return { wrong }
  const weekdays = draft.weekdays.toSorted((a, b) => a - b)
  return { said: { amount, weekdays, from: draft.from, until: draft.until || null }, wrong }
}
