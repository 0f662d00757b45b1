// chunk: sender
import type { Hole } from '#shared/sync/sync.contract.ts'
import { mayForgetBefore, meetServer } from './known-server.ts'
import { recordRestore } from './met-restore.ts'
import type { Pulled } from './outbox.types.ts'
import { reopenMissing } from './repair-gap.ts'
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
  const { reopened, holes } = await reopenMissing(store, lease, pulled.received)
  const isRestored = pulled.server !== undefined && (await meetServer(store, pulled.server))
  if (isRestored) await recordRestore(store, { atMs: clock.nowMs(), count: reopened })
  if (isRestored || holes.length > 0) report.due = holes
  if (isRestored || reopened > 0) channel.post({ type: 'ops-settled' })
}

export const recordFailure = (parts: SenderParts, event: string, error: unknown): Promise<void> =>
  parts.store.note(event, (error as Error).name, parts.clock.nowMs()).catch(() => undefined)
