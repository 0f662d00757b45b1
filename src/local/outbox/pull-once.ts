// chunk: sender
import type { Hole } from '#shared/sync/sync.contract.ts'
import { isRestored, mayForgetBefore, meetServer } from './known-server.ts'
import { recordRestore } from './met-restore.ts'
import type { Pulled } from './outbox.types.ts'
import { reopenLate, reopenMissing } from './repair-gap.ts'
import type { SenderParts } from './sender.types.ts'

/** What the next batch tells a server that lacks something, or that was restored. */
export interface Report {
  due: readonly Hole[] | undefined
}

/**
 * Pulls once, where there is something to fetch; true when the server answered and the answer is stored. A full disk must not
 * keep sales from being sent. What the server has lost becomes pending again: a till with nothing new to send would not notice
 * otherwise.
 */
export async function pullOnce(parts: SenderParts, lease: number, report: Report): Promise<boolean> {
  try {
    const pulled = await parts.pull?.()
    if (parts.pull && !pulled) return false
    if (pulled) {
      parts.onTrouble(null)
      await repairServer(parts, lease, pulled, report)
    }
    await parts.store.prune(mayForgetBefore(pulled?.serverMs ?? parts.clock.nowMs(), pulled?.server), parts.keepFrom())
    return true
  } catch (error) {
    await recordFailure(parts, 'pull-failed', error)
    return false
  }
}

/** Makes pending again what the server lacks, and has the next batch name what this device lacks as well. */
async function repairServer(parts: SenderParts, lease: number, pulled: Pulled, report: Report): Promise<void> {
  const { store, channel, clock } = parts
  const isOther = pulled.server !== undefined && (await isRestored(store, pulled.server.generation))
  const late = isOther ? await reopenLate(store, lease) : 0
  const { reopened: missing, holes } = await reopenMissing(store, lease, pulled.received)
  const reopened = late + missing
  // Remembered last: a device that is interrupted before meets this server again.
  if (pulled.server !== undefined) await meetServer(store, pulled.server)
  if (isOther) await recordRestore(store, { atMs: clock.nowMs(), count: reopened })
  if (isOther || holes.length > 0) report.due = holes
  if (isOther || reopened > 0) channel.post({ type: 'ops-settled' })
}

export const recordFailure = (parts: SenderParts, event: string, error: unknown): Promise<void> =>
  parts.store.note(event, (error as Error).name, parts.clock.nowMs()).catch(() => undefined)
