// chunk: till-sheets
import { keepFromCounter } from '#local/outbox/link.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { type ShiftId, uuidv7 } from '#shared/kernel/ids.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import type { OpenShift } from '#shared/pos/shift.contract.ts'
import { type ActionParts, type Numbers, save } from '../save-action.ts'
import type { Actor, OpenInput } from '../till-inputs.types.ts'
import { next } from '../receipt-number.ts'

/** Opens a shift with the next number of the till. What it throws stands at `Till.openShift`. */
export async function openShift(
  parts: ActionParts,
  { floatAmount, piles }: OpenInput,
  actor: Actor,
  correctedNowMs: number,
): Promise<OpenShift> {
  if (parts.memory.history.shift) throw new AppError('pos.shift-open')
  const { clock, random } = parts.surroundings
  return save<OpenShift>(parts, 'pos.openShift', uuidv7(clock.nowMs(), random), actor, (id, numbers, seq) => {
    const { settings } = parts.memory.state
    const { till, epoch } = parts.identity
    const counters = countersOfEpoch(numbers, epoch)
    const no = next(counters, 'shift')
    const body: OpenShift = {
      id: id as ShiftId,
      tillId: till.tillId,
      epoch,
      no,
      currency: settings.currency,
      businessDay: businessDay(correctedNowMs, settings.timeZone, settings.cutoverMinute),
      floatAmount,
      ...(piles && { piles }),
      ...carriedFrom(parts),
      by: actor.userId,
      at: toInstant(correctedNowMs),
    }
    return { body, counters: { ...counters, shift: no, [keepFromCounter]: seq } }
  })
}

/** Returns the float that the last close on this device left for the next shift. */
function carriedFrom({ memory }: ActionParts): Pick<OpenShift, 'carried'> {
  const close = memory.history.lastClosed?.close
  return close?.left === undefined ? {} : { carried: { shiftId: close.shiftId, amount: close.left } }
}

/** Restarts the counters of a newly paired till from its next shift on: the open one keeps its numbers. */
const countersOfEpoch = (numbers: Numbers, epoch: number): Numbers =>
  numbers.epoch === epoch ? numbers : { ...numbers, epoch, receipt: 0, shift: 0 }
