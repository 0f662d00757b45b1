// chunk: till-sheets
import { closedCounter } from '#local/outbox/close-row.ts'
import { keepFromCounter } from '#local/outbox/link.ts'
import { endIdOf } from '#shared/kernel/ids.ts'
import { fromInstant, type Instant, toInstant } from '#shared/kernel/time.ts'
import { reportHash } from '#shared/pos/cash/blind-report.rules.ts'
import type { CloseShift } from '#shared/pos/shift.contract.ts'
import { type ActionParts, save } from '../save-action.ts'
import type { Actor, CloseInput } from '../till-inputs.types.ts'
import type { ShiftState } from '../till.types.ts'
import { reportOf } from '../till-actions.ts'

/** Another window saved or closed something that this one's report would miss. */
class OutOfDate extends Error {
  override name = 'OutOfDate'
}

/** Closes the open shift with what was counted. What it throws stands at `Till.closeShift`. */
export async function closeShift(
  parts: ActionParts,
  openShift: () => ShiftState,
  input: CloseInput,
  actor: Actor,
  now: () => Instant,
): Promise<CloseShift> {
  try {
    return await saveClose(parts, openShift(), input, actor, now())
  } catch (error) {
    if (!(error instanceof OutOfDate)) throw error
    await parts.memory.readAdded()
    return saveClose(parts, openShift(), input, actor, now())
  }
}

function saveClose(
  parts: ActionParts,
  shift: ShiftState,
  { countedCash, counts = [{ amount: countedCash }], left, bag, differenceReason }: CloseInput,
  actor: Actor,
  at: Instant,
): Promise<CloseShift> {
  const { upToSeq, closed } = parts.memory.history
  return save<CloseShift>(parts, 'pos.closeShift', endIdOf(shift.open.id), actor, (_id, numbers, seq) => {
    if (seq !== upToSeq + 1) throw new OutOfDate('the report would lack an operation')
    if ((numbers[closedCounter] ?? 0) !== closed) throw new OutOfDate('the report would count what is closed')
    const count = { countedCash, counts, ...(left !== undefined && { left }), ...(bag !== undefined && { bag }) }
    const body: CloseShift = {
      shiftId: shift.open.id,
      ...count,
      ...(differenceReason !== undefined && { differenceReason }),
      by: actor.userId,
      // The clock may have been set back since: no shift ends before it began.
      at: toInstant(Math.max(fromInstant(at), fromInstant(shift.open.at))),
      reportHash: reportHash(reportOf(shift, count)),
    }
    return { body, counters: { ...numbers, [keepFromCounter]: 0 } }
  })
}
