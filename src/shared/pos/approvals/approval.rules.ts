// chunk: till-sheets
import { canonicalJson, sha256Hex } from '#shared/kernel/hash.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { fromInstant } from '#shared/kernel/time.ts'
import type { Approval, ApprovedAct } from './approval.contract.ts'

/** How long an approval may wait for its act. */
export const approvalLifeMs = 120_000

/** Returns the hash that binds an approval to what was shown: any other amount, line or receipt has another one. */
export const approvalHash = (act: ApprovedAct, shown: Readonly<Record<string, unknown>>): string =>
  sha256Hex(canonicalJson({ act, shown }))

export type ApprovalFault = 'approval-differs' | 'approval-own' | 'approval-late'

interface JudgedAct {
  act: ApprovedAct
  hash: string
  by: UserId
  atMs: number
}

/**
 * Returns what is wrong with an approval for an act: given for something else, by the person who acts, or not within 120 seconds
 * before it (device time in ms). Whether the approver may approve, and whether it was used before, is for the caller to ask.
 */
export function approvalFaults(approval: Approval, { act, hash, by, atMs }: JudgedAct): ApprovalFault[] {
  const ageMs = atMs - fromInstant(approval.at)
  const faults: Record<ApprovalFault, boolean> = {
    'approval-differs': approval.act !== act || approval.hash !== hash,
    'approval-own': approval.by === by,
    'approval-late': ageMs > approvalLifeMs || ageMs < 0,
  }
  return (Object.keys(faults) as ApprovalFault[]).filter((fault) => faults[fault])
}
