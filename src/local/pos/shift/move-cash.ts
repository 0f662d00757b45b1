// chunk: till-sheets
import { AppError } from '#shared/kernel/errors.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { approvalHash } from '#shared/pos/approvals/approval.rules.ts'
import { judgeMovement, movementShown } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import type { CashMovement } from '#shared/pos/shift.contract.ts'
import { requireApproval, savedActContext } from '../approved-acts.ts'
import { type ActionParts, save } from '../save-action.ts'
import type { Actor, MovementInput } from '../till-inputs.types.ts'
import type { ShiftState } from '../till.types.ts'

/** Saves cash that moves without a sale, or a drawer opened for none. What it throws stands at `Till.moveCash`. */
export async function moveCash(
  parts: ActionParts,
  shift: ShiftState,
  { approval, witness, bag, ...rest }: MovementInput,
  actor: Actor,
  at: Instant,
): Promise<CashMovement> {
  const input = { ...rest, ...(witness && { witness }), ...(bag && { bag }) }
  const saved = shift.movements.find((each) => each.id === input.id)
  if (saved) return saved
  const { kind } = input
  if (witness === actor.userId) throw new AppError('pos.approval-needed')
  if (kind !== 'paid-in') {
    const judge = (person: Actor) => judgeMovement(input, savedActContext(parts, shift, person))
    const hash = approvalHash(kind, movementShown(input))
    // A drop goes to the safe under the eyes of another person, which is as good as an approval.
    const isSeen = kind === 'drop' && witness !== undefined && judge(actor) === 'approval'
    if (!isSeen) requireApproval(parts, { act: kind, hash, actor, at, approval, judge })
  }
  return save<CashMovement>(
    parts,
    'pos.moveCash',
    input.id,
    actor,
    () => ({
      body: { ...input, shiftId: shift.open.id, by: actor.userId, at, ...(approval && { approval: approval.given }) },
    }),
    input.corrects,
  )
}
