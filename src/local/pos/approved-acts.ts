// chunk: till-sheets
import type { StoredOp } from '#local/storage/outbox-db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { Approval, ApprovedAct } from '#shared/pos/approvals/approval.contract.ts'
import { approvalFaults } from '#shared/pos/approvals/approval.rules.ts'
import { doneInShift } from '#shared/pos/approvals/judge-shift-acts.rules.ts'
import {
  type ActContext,
  isOpenTo,
  type JudgedPerson,
  type Judgement,
  suffices,
} from '#shared/pos/approvals/till-limits.rules.ts'
import type { ActionParts } from './save-action.ts'
import type { Actor, GivenApproval } from './till-inputs.types.ts'
import type { ShiftState, Till } from './till.types.ts'

/** Returns what an act at this till is judged by now, with everything that this device holds of the open shift. */
export const actContext = (
  { settings, inContact }: Pick<Till, 'settings' | 'inContact'>,
  shift: ShiftState | null,
  person: JudgedPerson,
): ActContext => ({
  person,
  limits: settings.limits,
  tillId: settings.till.tillId,
  done: shift ? doneInShift(shift) : [],
  isOffline: !inContact,
})

/** The same for an action that is being saved. */
export const savedActContext = (parts: ActionParts, shift: ShiftState, person: JudgedPerson): ActContext =>
  actContext({ settings: parts.memory.state.settings, inContact: parts.inContact() }, shift, person)

interface ApprovedStep {
  act: ApprovedAct
  /** Hash of what is saved (`approvalHash`). */
  hash: string
  actor: Actor
  at: string
  approval: GivenApproval | undefined
  /** Judges the act as done by a person. */
  judge: (person: JudgedPerson) => Judgement
}

/**
 * Checks that an act is open to the person who does it, or that the approval of another one fits exactly and was not used before.
 * @throws AppError pos.act-forbidden where the limits forbid it, pos.approval-needed where an approval is missing or does not fit
 */
export function requireApproval(
  { memory }: Pick<ActionParts, 'memory'>,
  { act, hash, actor, at, approval, judge }: ApprovedStep,
): void {
  const judged = judge(actor)
  if (isOpenTo(judged)) return
  if (judged === 'forbidden') throw new AppError('pos.act-forbidden')
  if (!approval || approval.given.by !== approval.by.userId) throw new AppError('pos.approval-needed')
  if (!suffices(act, { person: actor, approver: approval.by }, judge)) throw new AppError('pos.approval-needed')
  const faults = approvalFaults(approval.given, { act, hash, by: actor.userId, atMs: fromInstant(at) })
  if (faults.length > 0 || isApprovalUsed(memory.ops(), approval.given.id)) throw new AppError('pos.approval-needed')
}

/** What the bodies of all commands with approvals have in common. */
interface ApprovedBody {
  approval?: Pick<Approval, 'id'>
  approvals?: readonly Pick<Approval, 'id'>[]
  /** An exchange has two documents. */
  refund?: ApprovedBody
  sale?: ApprovedBody
}

/** Whether an approval served an act of this device before. */
export const isApprovalUsed = (ops: readonly Pick<StoredOp, 'body'>[], id: string): boolean =>
  ops.some(({ body }) => restsOn(body ?? {}, id))

const restsOn = ({ approval, approvals = [], refund, sale }: ApprovedBody, id: string): boolean =>
  approval?.id === id ||
  approvals.some((each) => each.id === id) ||
  [refund, sale].some((part) => part !== undefined && restsOn(part, id))
