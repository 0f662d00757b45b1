import type { Deps } from '#server/kernel/deps.ts'
import type { ServerStatus } from '#shared/overview/server-status.contract.ts'
import { countOlderValues, countUnsettled } from '../keys/exchange-keys.service.ts'

/** Counts what a school still needs older keys for, and the schools that may. */
export async function countKeys(deps: Deps, schoolId: string): Promise<ServerStatus['keys']> {
  const { older, lost } = await countOlderValues(deps, schoolId)
  return {
    count: deps.keyRing?.keys.length ?? 0,
    older: older - lost,
    lost,
    schools: await countUnsettled(deps),
  }
}
