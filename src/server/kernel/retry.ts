/** serialization_failure and deadlock_detected: the same transaction may succeed the next time. */
const passing = new Set(['40001', '40P01'])
/** The shortest pause before each further try. */
const pausesMs = [5, 20, 40, 80, 160]
/** Pauses of transactions that lost together differ by up to twice their length: they would lose together again. */
const turns = 7
let turn = 0

function pauseOf(shortestMs: number): number {
  turn = (turn + 1) % turns
  return shortestMs * (1 + turn / turns)
}

/** Returns the SQLSTATE of a database error, looked up through the wrappers that drivers put around it. */
export function sqlState(error: unknown): string | undefined {
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth += 1) {
    if ('code' in e && typeof e.code === 'string') return e.code
  }
  return undefined
}

/** Returns whether an error is a conflict with another transaction, so that the same one may succeed the next time. */
export const isPassing = (error: unknown): boolean => passing.has(sqlState(error) ?? '')

/** How many transactions were tried again since the process began, by SQLSTATE. */
export const retried = new Map<string, number>()

/** Retries a whole transaction, at most five times within about half a second, when it lost against a concurrent one. */
export async function withRetries<T>(transaction: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await transaction()
    } catch (error) {
      const state = sqlState(error)
      if (state === undefined || !passing.has(state)) throw error
      retried.set(state, (retried.get(state) ?? 0) + 1)
      await new Promise((resolve) => setTimeout(resolve, pauseOf(pauseMs)))
    }
  }
  return transaction()
}
