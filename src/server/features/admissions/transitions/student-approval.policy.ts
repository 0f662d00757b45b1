import type { Tx } from '#server/kernel/db.ts'
import type { Mover, StatusMove } from '#shared/students/student-moves.rules.ts'
import { mayOnlyPropose } from '#shared/students/student-steps.rules.ts'
import { readRules } from '../rules/admission-rules.service.ts'

/**
 * Who besides these movers has to agree to a step: by the graph, and where the school wants the head's word for every offer, the
 * head, unless the offer is the head's own. Nobody where the list is empty.
 */
export async function approversOf(
  tx: Tx,
  schoolId: string,
  move: StatusMove,
  movers: readonly Mover[],
): Promise<readonly Mover[]> {
  const { to, approval, by } = move
  if (approval) return approval
  if (mayOnlyPropose(move, movers)) return by
  if (to !== 'offer-out' || movers.includes('head')) return []
  const { rules } = await readRules(tx, schoolId)
  return rules.offersNeedHead ? ['head'] : []
}
