import { type AnyColumn, sql } from 'drizzle-orm'
import { bigint, check, customType, pgPolicy, pgRole, uuid } from 'drizzle-orm/pg-core'
import type { Minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'

/** Role of every query that serves a school: row-level security applies to it. Created by the baseline. */
export const appTenant = pgRole('app_tenant').existing()
/** Role that finds a school by its code; it sees nothing but schools. */
export const appDirectory = pgRole('app_directory').existing()

/*
 * Conditions of policies hold no subquery: Citus refuses those on distributed tables. Where a statement names the school itself, the planner
 * compares it with the setting once; where it does not, an index is asked by the setting, or each row of a whole scan reads it again (2 µs).
 */

/** School of the transaction. Without one it is NULL, and NULL equals nothing: a query that forgets its school finds no row. */
export const currentSchool = sql`nullif(current_setting('app.school_id', true), '')::uuid`

/** Ids of everything that the transaction may erase (`permitErasure`). Without any it is NULL, and NULL holds nothing. */
export const erasableIds = sql`nullif(current_setting('app.erasable', true), '')::uuid[]`

/** Row-level security policy: a row of another school can be neither read nor written, whatever the query forgot. */
export const tenantPolicy = (table: string) =>
  pgPolicy(`${table}_tenant`, {
    for: 'all',
    to: appTenant,
    using: sql`school_id = ${currentSchool}`,
    withCheck: sql`school_id = ${currentSchool}`,
  })

/** Row-level security policies for append-only tables: no query that serves a school can change or delete a row. */
export const appendOnlyPolicies = (table: string) => [
  pgPolicy(`${table}_tenant_read`, { for: 'select', to: appTenant, using: sql`school_id = ${currentSchool}` }),
  pgPolicy(`${table}_tenant_add`, { for: 'insert', to: appTenant, withCheck: sql`school_id = ${currentSchool}` }),
]

/**
 * Policy that lets an append-only row be deleted, or emptied, only in a transaction that names it for erasure (`permitErasure`).
 * @param by columns of which one must hold a named id: the student, or what a row belongs to where it does not name one
 * @param blank condition on a row that stays and is only emptied
 */
export const erasePolicy = (
  table: string,
  { by = ['student_id'], blank }: { by?: readonly string[]; blank?: string } = {},
) => {
  const covers = by.map((column) => sql`${sql.raw(column)} = any(${erasableIds})`)
  const isErasable = sql`school_id = ${currentSchool} and (${sql.join(covers, sql` or `)})`
  return blank === undefined
    ? pgPolicy(`${table}_tenant_retain`, { for: 'delete', to: appTenant, using: isErasable })
    : pgPolicy(`${table}_tenant_retain`, {
        for: 'update',
        to: appTenant,
        using: isErasable,
        withCheck: sql`school_id = ${currentSchool} and ${sql.raw(blank)}`,
      })
}

/** Check constraint for values that code decides by: a value not on the list is not stored, whatever writes the column. */
export const onlyOf = (name: string, column: AnyColumn, words: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`)

/** First column of every tenant table, and first in each of its keys. */
export const schoolId = () => uuid('school_id').notNull()

/** Instant as ISO text in UTC, stored as `timestamptz`. */
export const instant = customType<{ data: Instant; driverData: string | Date }>({
  dataType: () => 'timestamptz',
  toDriver: (value) => value,
  fromDriver: (value) => (value instanceof Date ? value : new Date(value)).toISOString(),
})

/** Bytes, stored as `bytea`. */
export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** Whole minor units of the school's currency. */
export const minorUnits = (name: string) => bigint(name, { mode: 'number' }).$type<Minor>()

/** Version issued by the school's counter; grows with every change in that school. */
export const version = () => bigint('version', { mode: 'number' }).notNull()
