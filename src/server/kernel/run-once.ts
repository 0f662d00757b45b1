import { and, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { AppError } from '#shared/kernel/errors.ts'
import { sha256Hex } from '#shared/kernel/hash.ts'
import type { Tx } from './db.ts'

/** A table that keeps what came of a command under the command's id, with the hash of what was asked. */
type CommandTable = PgTable & Record<'schoolId' | 'id' | 'askedHash', AnyPgColumn>

/** A command as it is recognised when it is sent again. */
interface Command<Row> {
  schoolId: string
  /** Made by the person who sends it, before the first attempt. */
  id: string
  /** What is asked, as JSON: the same id with anything else is no repetition. */
  asked: unknown
  /** Whether a row is of the same sender, where `asked` does not name them. */
  isSender?: (row: Row) => boolean
}

/** What a command does. */
interface Work<Row, Answer> {
  /** Does it for the first time, and inserts its row with the id and this hash. */
  first(askedHash: string): Promise<Answer>
  /** Answers what was done before, by its row. */
  again(row: Row): Answer | Promise<Answer>
}

/**
 * Runs a command once: sent again it changes nothing and is answered by what was kept, also where both arrive at once. A command
 * that is refused keeps nothing and may be sent again.
 * @throws AppError request.invalid with the field commandId where the id came for something else, and what `first` refuses
 */
export async function runOnce<Table extends CommandTable, Answer>(
  tx: Tx,
  table: Table,
  { schoolId, id, asked, isSender = () => true }: Command<Table['$inferSelect']>,
  { first, again }: Work<Table['$inferSelect'], Answer>,
): Promise<Answer> {
  // Anyone who comes second waits here, and then finds the row of the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`command ${schoolId} ${id}`}, 0))`)
  const askedHash = sha256Hex(JSON.stringify(asked))
  const commands: PgTable = table
  const rows: Table['$inferSelect'][] = await tx
    .select()
    .from(commands)
    .where(and(eq(table.schoolId, schoolId), eq(table.id, id)))
  const [row] = rows
  if (row === undefined) return first(askedHash)
  if (row['askedHash'] !== askedHash || !isSender(row)) throw new AppError('request.invalid', { field: 'commandId' })
  return again(row)
}
