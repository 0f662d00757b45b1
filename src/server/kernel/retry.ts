/** serialization_failure and deadlock_detected: the same transaction may succeed the next time. */
const passing = new Set(['40001', '40P01'])
/** The longest pause before each further try. It is drawn at random: transactions that lost together would lose together again. */
const pausesMs = [10, 40, 80, 160, 320]

/** Returns the SQLSTATE of a database error, looked up through the wrappers that drivers put around it. */
export function sqlState(error: unknown): string | undefined {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth += 1) {
    if ('code' in e && typeof e.code === 'string') return e.code
  }
  return undefined
}

/** Returns whether an error is a conflict with another transaction, so that the same one may succeed the next time. */
export const isPassing = (error: unknown): boolean => passing.has(sqlState(error) ?? '')

const drawUpTo = (ms: number) => ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) / 2 ** 16) * ms

/** Retries a whole transaction, at most five times within about half a second, when it lost against a concurrent one. */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await transaction()
    } catch (error) {
      if (!isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, drawUpTo(pauseMs)))
    }
  }
  return transaction()
}
