import { useState } from 'react'
import { useTill } from '#client/platform/offline/open-till.ts'
import { machineClock } from '#local/kernel/machine.ts'
import { actContext } from '#local/pos/approved-acts.ts'
import type { Actor, GivenApproval } from '#local/pos/till-inputs.types.ts'
import { fromInstant, toInstant } from '#shared/kernel/time.ts'
import type { ApprovedAct } from '#shared/pos/approvals/approval.contract.ts'
import { approvalLifeMs } from '#shared/pos/approvals/approval.rules.ts'
import { type ActContext, type Judgement, suffices } from '#shared/pos/approvals/till-limits.rules.ts'
import { actor } from '../receipts/sale.actions.ts'

interface ApprovedEntry {
  act: ApprovedAct
  /** Hash of what is shown (`approvalHash`). */
  hash: string
  judge: (context: ActContext) => Judgement
}

/** Returns whether the person at the till may do what is entered, and takes another one's approval, which counts only for what is shown. */
export function useApproval({ act, hash, judge }: ApprovedEntry) {
  const till = useTill()
  const [taken, setTaken] = useState<GivenApproval>()
  const person = actor()
  const judgeFor = (by: Actor) => judge(actContext(till, till.shift, by))
  const judged = judgeFor(person)
  const nowMs = () => machineClock.nowMs() + (till.clockOffsetMs ?? 0)
  // One that has run out is asked for again, with everything else as it was entered.
  const isFresh = taken !== undefined && nowMs() - fromInstant(taken.given.at) <= approvalLifeMs
  const approval = isFresh && taken.given.hash === hash && judged === 'approval' ? taken : undefined
  return {
    act,
    /** The approval of exactly this; undefined while there is none, or none is needed. */
    approval,
    isNeeded: judged === 'approval' && !approval,
    isForbidden: judged === 'forbidden',
    /** Whether a person's approval suffices. */
    isEnough: (approver: Actor) => suffices(act, { person, approver }, judgeFor),
    approve: (by: Actor, proof: 'pin' | 'password') => {
      const at = toInstant(nowMs())
      setTaken({ by, given: { id: till.newId(), act, hash, by: by.userId, proof, at } })
    },
  }
}

export type ApprovalEntry = ReturnType<typeof useApproval>
