import pg from 'pg'

export interface StatementCount {
  /** Number of statements sent to PostgreSQL by this process since the start or the last reset. */
  statements(): number
  /** Names of the tables that these statements read. */
  tablesRead(): Set<string>
  reset(): void
  stop(): void
}

const textOf = (asked: unknown): string =>
  typeof asked === 'object' && asked !== null && 'text' in asked ? String(asked.text) : String(asked)

/** Returns the names that stand behind `from` and `join` in a statement. */
export const tablesIn = (statement: string): string[] =>
  [...statement.matchAll(/\b(?:from|join)\s+"?([a-z_]+)"?/g)].flatMap(([, name]) => name ?? [])

/** Counts the statements that this process sends to PostgreSQL, by what its driver is called with. */
export function countStatements(): StatementCount {
  const { prototype } = pg.Client
  const { query } = prototype
  let texts: string[] = []
  prototype.query = function counting(this: pg.Client, ...given: unknown[]) {
    texts.push(textOf(given[0]))
    return Reflect.apply(query, this, given)
  } as typeof query
  return {
    statements: () => texts.length,
    tablesRead: () => new Set(texts.flatMap(tablesIn)),
    reset: () => {
      texts = []
    },
    stop: () => {
      prototype.query = query
    },
  }
}
