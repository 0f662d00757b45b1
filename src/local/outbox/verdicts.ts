import type { StoredOp } from '#local/storage/outbox-db.ts'
import { isMessageId, type MessageId } from '#shared/kernel/errors.ts'
import type { Verdict } from '#shared/sync/sync.contract.ts'
import type { OpUpdate } from './outbox.types.ts'

export interface VerdictContext {
  nowMs: number
  /** Time of the answer by the server's clock: how long an acknowledged operation is kept is compared with its copies. */
  serverMs: number
  /** Wait before a deferred operation is sent again. */
  waitMs: (attempts: number) => number
}

const asMessage = (id: string | undefined, otherwise: MessageId): MessageId => (isMessageId(id) ? id : otherwise)

/** Whether the server has the operation, now or from before. */
export const isReceived = (outcome: Verdict['outcome']): boolean => outcome === 'applied' || outcome === 'duplicate'

/**
 * Maps an answer to updates of the operations sent. An operation without a verdict stays pending and is sent again. Only
 * `applied` and `duplicate` acknowledge.
 */
export function updatesFrom(
  sent: readonly StoredOp[],
  results: readonly Verdict[],
  context: VerdictContext,
): OpUpdate[] {
  const byId = new Map(results.map((r) => [r.opId, r]))
  return sent.flatMap((op) => {
    const verdict = byId.get(op.opId)
    return verdict ? [{ opId: op.opId, change: changeFor(op, verdict, context) }] : []
  })
}

function changeFor(op: StoredOp, verdict: Verdict, { nowMs, serverMs, waitMs }: VerdictContext): OpUpdate['change'] {
  const attempts = op.attempts + 1
  switch (verdict.outcome) {
    case 'applied':
    case 'duplicate':
      return {
        state: 'acked',
        verdict,
        attempts,
        lastError: null,
        ackedAtMs: serverMs,
        serverVersion: verdict.serverVersion ?? 0,
      }
    case 'deferred':
      return {
        attempts,
        verdict,
        nextAtMs: nowMs + waitMs(attempts),
        lastError: asMessage(verdict.messageId, 'server.busy'),
      }
    case 'gap':
      // The missing one is sent first; see `repairGap`. This one only waits its turn.
      return { attempts, lastError: 'sync.gap' }
    case 'rejected':
    case 'conflict':
    case 'invalid':
      return { state: 'attention', attempts, verdict, lastError: asMessage(verdict.messageId, 'sync.invalid') }
    case 'id_conflict':
      return { state: 'attention', attempts, verdict, lastError: 'sync.id-conflict' }
    case 'forbidden':
      return { state: 'attention', attempts, verdict, lastError: 'sync.forbidden' }
  }
}

/** Returns, per stream, the lowest number the server said it is waiting for. */
export function gapsIn(sent: readonly StoredOp[], results: readonly Verdict[]): Map<string, number> {
  const streamOf = new Map(sent.map((op) => [op.opId as string, op.stream]))
  const gaps = new Map<string, number>()
  for (const { outcome, opId, expectedSeq } of results) {
    const stream = streamOf.get(opId)
    if (outcome !== 'gap' || stream === undefined || expectedSeq === undefined) continue
    gaps.set(stream, Math.min(gaps.get(stream) ?? expectedSeq, expectedSeq))
  }
  return gaps
}
