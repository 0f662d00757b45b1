import { type ExtractTablesWithRelations, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT, PgTransaction } from 'drizzle-orm/pg-core'
import { ChangeNotes } from './due-work.ts'
import type { Executor } from './executor.ts'
import { partOfDistributed, prepareDistributed } from './given-rows.ts'
import { type Journal, notedFor, noteForJournal } from './journal.ts'
import { analyzeChanged } from './maintenance/maintenance.ts'
import { withRetries } from './retry.ts'
import { inOrder, type TableRow, tablesQuery } from './tables.ts'

type Rows<Row> = { rows: Row[] }

/** Query result of both node-postgres and PGlite (`{ rows }`), so that one type serves server, tests and the browser demo. */
export interface RowsHKT extends PgQueryResultHKT {
  type: Rows<this['row']>
}

type NoSchema = Record<string, never>

/** Owner's handle, without a school: for migrations, seeds and `databaseOver` only. */
export type Db = PgDatabase<RowsHKT, NoSchema>

/** Transaction passed to features; it sees one school (or, in `directory`, the list of schools). */
export type Tx = PgTransaction<RowsHKT, NoSchema, ExtractTablesWithRelations<NoSchema>>

export interface TenantOptions {
  /** True for what causes no background work: the school does not count as changing by it. */
  isQuiet?: boolean
}

export interface Database {
  readonly kind: 'pglite' | 'postgres'
  /**
   * Runs `work` in one transaction that can read and write rows of this school only (row-level security, role
   * `app_tenant`). Conflicts with other transactions (40001, 40P01) run `work` again, so it must have no side effect
   * outside the transaction. Never nest: the embedded engine has one connection.
   * @throws TypeError when `schoolId` is not a UUID; nothing has been sent to the database then.
   */
  tenant<T>(schoolId: string, work: (tx: Tx) => Promise<T>, options?: TenantOptions): Promise<T>
  /**
   * Runs `work` in a read-only transaction that sees every row of `schools` and `due_work` and nothing else: finds a school by its
   * code, and the schools that work is due at.
   */
  directory<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * Deletes every row of a demo school in all tables, as the owner of the database: much of it no query that serves a school may
   * delete. A school that is no demo is never deleted. @returns false where there is no such demo school
   */
  deleteDemoSchool(schoolId: string): Promise<boolean>
  /** Analyses tables that have doubled since they last were: for jobs that write more rows than background analysis keeps up with. */
  analyzeGrown(): Promise<void>
  /** How many calls wait for a connection at this moment. */
  waiting(): number
  /** Resolves when the database answers with our roles and tables, or has a connection that is merely busy; rejects otherwise. */
  probe(): Promise<void>
  close(): Promise<void>
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Id under which rows are kept that belong to the installation and to no school: set-up links. Never a school's id. */
export const installationId = '00000000-0000-4000-8000-000000000000'

/**
 * Continues a transaction in another school, or in the installation, so that what is written in both is committed or neither. From
 * here on the transaction sees this school only. For acts that concern both: creating a school, linking accounts. A statement, since Citus
 * passes no function's settings on to its nodes.
 * @throws TypeError when `schoolId` is not a UUID
 */
export async function continueInSchool(tx: Tx, schoolId: string): Promise<void> {
  if (!uuidPattern.test(schoolId)) throw new TypeError('school id is not a UUID')
  await tx.execute(sql.raw(`set local app.school_id = '${schoolId}'`))
}

/**
 * Lets the transaction delete or empty append-only rows that hold one of these ids, until its end or until others are named: those of the
 * student, and of what their rows belong to. For erasures only; the caller has checked that they are due.
 * @throws TypeError when an id is not a UUID
 */
export async function permitErasure(tx: Tx, ids: readonly string[]): Promise<void> {
  if (!ids.every((id) => uuidPattern.test(id))) throw new TypeError('an id is not a UUID')
  await tx.execute(sql.raw(`set local app.erasable = '{${ids.join(',')}}'`))
}

/**
 * Runs a part of a transaction behind a savepoint: where it fails, only what it wrote is undone, and the transaction goes on. What it notes
 * for the journal counts where the part succeeds.
 */
export async function inSavepoint<T>(tx: Tx, work: (part: Tx) => Promise<T>): Promise<T> {
  const { answer, noted } = await tx.transaction(async (part) => {
    partOfDistributed(tx, part)
    const done = await work(part)
    return { answer: done, noted: notedFor(part) }
  })
  for (const entry of noted) noteForJournal(tx, entry)
  return answer
}

/** Longest wait for an answer of the embedded engine, which is only busy then. */
const busyMs = 800

/** Resolves with the work, or when it takes long. */
async function withoutHaste(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, busyMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => {})
  }
}

interface DatabaseOptions extends Pick<Database, 'kind' | 'close'> {
  /** Of its pool; without one nobody waits. */
  waiting?: Database['waiting'] | undefined
  /** Whether several statements may go to the engine as one message: so with PostgreSQL's protocol, not with PGlite called directly. */
  sendsScripts?: boolean | undefined
  /** Whether its tables are spread over nodes by Citus. */
  isDistributed?: boolean | undefined
  probe?: Db | undefined
  /** Where acts are noted that a restore must not undo. */
  journal?: Journal | undefined
}

type Door = { role: 'app_directory' } | { role: 'app_tenant'; schoolId: string }

/**
 * Runs `work` in a transaction of a role and, as `app_tenant`, of one school; a directory's is read-only. What is set lasts until the end of
 * the transaction: the connection returns to the pool without a school. `begin` and the settings are one message to the server; to Citus they
 * are two, since it hands the whole message that sets something to its nodes, where `begin` would be a warning each time.
 */
function transactionAs<T>(db: Db, door: Door, work: (tx: Tx) => Promise<T>, options: DatabaseOptions): Promise<T> {
  const access = door.role === 'app_directory' ? ' read only' : ''
  // The id has been checked: it is a UUID.
  const school = 'schoolId' in door ? `; set local app.school_id = '${door.schoolId}'` : ''
  const settings = `set local role ${door.role}${school}`
  if (options.sendsScripts && !options.isDistributed) {
    // Drizzle writes the isolation level into its `begin` as it is given.
    const isolationLevel = `read committed${access}; ${settings}` as 'read committed'
    return db.transaction(work, { isolationLevel })
  }
  return db.transaction(
    async (tx) => {
      const messages = options.sendsScripts ? [settings] : settings.split('; ')
      for (const each of messages) await tx.execute(sql.raw(each))
      return work(tx)
    },
    access ? { accessMode: 'read only' } : undefined,
  )
}

/** Creates `tenant` and `directory` over any Drizzle handle; `close` belongs to the caller that opened it. */
export function databaseOver(db: Db, options: DatabaseOptions): Database {
  const directoryOf = <T>(handle: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
    withRetries(() => transactionAs(handle, { role: 'app_directory' }, work, options))
  const changes = new ChangeNotes(options.isDistributed)
  return {
    kind: options.kind,
    close: options.close,
    waiting: options.waiting ?? (() => 0),
    tenant: async (schoolId, work, { isQuiet = false } = {}) => {
      if (!uuidPattern.test(schoolId)) throw new TypeError('school id is not a UUID')
      const { answer, noted, isChanged } = await withRetries(() =>
        transactionAs(
          db,
          { role: 'app_tenant', schoolId },
          async (tx) => {
            if (options.isDistributed) await prepareDistributed(tx, schoolId)
            const answer = await work(tx)
            const isChanged = !isQuiet && changes.isDue(schoolId) && (await changes.note(tx))
            return { answer, noted: notedFor(tx), isChanged }
          },
          options,
        ),
      )
      if (isChanged) changes.keep(schoolId)
      if (noted.length > 0) options.journal?.append(noted)
      return answer
    },
    directory: (work) => directoryOf(db, work),
    deleteDemoSchool: (schoolId) => withRetries(() => db.transaction((tx) => deleteDemoSchool(tx, schoolId))),
    analyzeGrown: () => analyzeChanged(db, 1),
    probe: async () => {
      const asked = directoryOf(options.probe ?? db, (tx) => tx.execute(sql`select from schools limit 1`))
      // The only connection of an embedded engine may be busy for long; the process ends when its engine does.
      await (options.probe || options.kind === 'postgres' ? asked : withoutHaste(asked))
    },
  }
}

/**
 * Deletes a demo school from every table that has a school, referring tables first, in the owner's transaction. The tables are
 * read from the database, so that none is forgotten.
 * @returns false where there is no demo school of this id; then nothing is deleted
 */
async function deleteDemoSchool(tx: Executor, schoolId: string): Promise<boolean> {
  const { rows: found } = await tx.execute(
    sql`select 1 from schools where school_id = ${schoolId} and profile->'isDemo' = 'true'::jsonb for update`,
  )
  if (found.length === 0) return false
  const { rows } = await tx.execute<TableRow>(sql.raw(tablesQuery))
  const ofSchools = inOrder(rows).filter(({ columns }) => columns.includes('school_id'))
  for (const { name } of ofSchools.toReversed()) {
    await tx.execute(sql`delete from ${sql.raw(name)} where school_id = ${schoolId}`)
  }
  return true
}
