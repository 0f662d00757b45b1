import pg from 'pg'

export interface StatementCount {
  /** Number of statements sent to PostgreSQL by this process since the start or the last reset. */
  statements(): number
  reset(): void
  stop(): void
}

/** Counts the statements that this process sends to PostgreSQL, by what its driver is called with. */
export function countStatements(): StatementCount {
  const { prototype } = pg.Client
  const { query } = prototype
  let count = 0
  prototype.query = function counting(this: pg.Client, ...given: unknown[]) {
    count += 1
    return Reflect.apply(query, this, given)
  } as typeof query
  return {
    statements: () => count,
    reset: () => {
      count = 0
    },
    stop: () => {
      prototype.query = query
    },
  }
}
