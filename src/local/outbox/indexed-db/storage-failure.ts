/** Returns the names of an error and of its causes: Dexie wraps the browser's error as `inner`. */
function namesOf(error: unknown): string[] {
  const names: string[] = []
  let current = error as { name?: unknown; inner?: unknown } | null | undefined
  while (current && typeof current === 'object' && names.length < 5) {
    names.push(String(current.name))
    current = current.inner as typeof current
  }
  return names
}

const lostNames = new Set(['UnknownError', 'InvalidStateError', 'DatabaseClosedError', 'AbortError', 'OpenFailedError'])

/** Returns whether the device has no room. */
export const isQuota = (error: unknown): boolean => namesOf(error).includes('QuotaExceededError')

/** Returns whether the browser dropped the database connection, for another reason than room: a new one may work. */
export const isConnectionLoss = (error: unknown): boolean =>
  !isQuota(error) && namesOf(error).some((name) => lostNames.has(name))
