// chunk: offline-state
import { deskOutboxName } from './names.ts'

/** Where older builds kept decisions of staff that had not reached the server. */
export const decisionsDbName = (schoolCode: string): string => `decisions-${schoolCode}`

/** Where older builds kept cash that was taken at a desk on this device. */
export const cashDbName = (schoolCode: string): string => `cash-${schoolCode}`

/** Of these databases, the ids of those whose desk outbox one of them is. */
export function deskOwners(schoolCode: string, names: readonly string[]): string[] {
  const start = deskOutboxName(schoolCode, '')
  return names
    .filter((name) => name.startsWith(start))
    .map((name) => name.slice(start.length))
    .filter((userId) => /^[0-9a-f-]{36}$/.test(userId))
}

/** Whether anybody ever decided something at a desk of this browser without a network, or took cash. Known without Dexie. */
export async function hasDeskWork(schoolCode: string): Promise<boolean> {
  try {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name)
    const former = [decisionsDbName(schoolCode), cashDbName(schoolCode)]
    return deskOwners(schoolCode, names).length > 0 || names.some((name) => former.includes(name))
  } catch {
    // Not every browser tells; opening them will.
    return true
  }
}
