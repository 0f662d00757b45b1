import type { SQL } from 'drizzle-orm'

/** What runs one statement: a transaction, or the owner's handle. For parts that the database itself is made of. */
export interface Executor {
  execute<Row extends Record<string, unknown>>(statement: SQL): PromiseLike<{ rows: Row[] }>
}
