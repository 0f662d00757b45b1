// chunk: till-sheets
import { AppError } from '#shared/kernel/errors.ts'
import { hasPermission } from '#shared/kernel/roles.ts'
import type { TopUp } from '#shared/pos/top-ups/top-up.contract.ts'
import { topUpFault } from '#shared/school/top-ups/top-up-limits.rules.ts'
import { maxTopUp } from '#shared/pos/top-ups/top-up.rules.ts'
import { topUpLimitsOf } from './spending/top-up-limits.ts'
import { type ActionParts, save } from './save-action.ts'
import type { Actor, TopUpInput } from './till-inputs.types.ts'
import type { ShiftState } from './till.types.ts'
import { next, receiptNumber } from './receipt-number.ts'

interface TopUpMoment {
  at: string
  /** Notes that the document has just been saved, by a clock that nobody sets. */
  measure: (id: string) => unknown
}

/** Saves a cash top-up with the next receipt number of the till. What it throws stands at `Till.topUp`. */
export async function topUp(
  parts: ActionParts,
  shift: ShiftState,
  { id, customerId, amount, corrects }: TopUpInput,
  actor: Actor,
  { at, measure }: TopUpMoment,
): Promise<TopUp> {
  const saved = shift.topUps.find((each) => each.id === id)
  if (saved) return saved
  if (!hasPermission(actor.roles, 'topup.take')) throw new AppError('access.denied')
  if (amount <= 0 || amount > maxTopUp) throw new AppError('request.invalid', { field: 'amount' })
  if (!parts.memory.customers.get(customerId)) throw new AppError('request.not-found', { field: 'customerId' })
  const { settings } = parts.memory.state
  // What stands in for one that never arrived was taken already: the server flags it.
  const { balance } = parts.memory.account(customerId, shift.open.businessDay, parts.inContact())
  const fault = corrects ? undefined : topUpFault(amount, balance, topUpLimitsOf(settings))
  if (fault) throw new AppError(fault, { field: 'amount' })
  const { siteCode, tillCode } = settings.till
  const kept = await save<TopUp>(
    parts,
    'pos.topUp',
    id,
    actor,
    (_id, numbers) => {
      const receiptSeq = next(numbers, 'receipt')
      const receiptNo = receiptNumber(siteCode, tillCode, numbers.epoch ?? parts.identity.epoch, receiptSeq)
      const { id: shiftId, businessDay } = shift.open
      const place = { shiftId, receiptNo, receiptSeq, currency: settings.currency, businessDay }
      const body: TopUp = { id, ...place, customerId, amount, by: actor.userId, at, ...(corrects && { corrects }) }
      return { body, counters: { ...numbers, receipt: receiptSeq }, amountMinor: amount, label: receiptNo }
    },
    corrects,
  )
  measure(id)
  return kept
}
