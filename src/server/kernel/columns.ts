import { type AnyColumn, sql } from 'drizzle-orm'
import { bigint, check, customType, pgPolicy, pgRole, uuid } from 'drizzle-orm/pg-core'
import type { Minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'

/** The role of every query that serves a school: row-level security is on for it. Made by the baseline. */
export const appTenant = pgRole('app_tenant').existing()
/** The role that finds a school by its code; it sees nothing but schools. */
export const appDirectory = pgRole('app_directory').existing()

/** No school set means NULL, and NULL equals nothing: a query that forgets its school finds no row. */
export const currentSchool = sql`(select nullif(current_setting('app.school_id', true), '')::uuid)`

/** The second wall: a row of another school can neither be read nor written, whatever the query forgot. */
export const tenantPolicy = (table: string) =>
  pgPolicy(`${table}_tenant`, {
    for: 'all',
    to: appTenant,
    using: sql`school_id = ${currentSchool}`,
    withCheck: sql`school_id = ${currentSchool}`,
  })

/** The same wall for what is written once: no row of it can be changed or taken away by what serves a school. */
export const appendOnlyPolicies = (table: string) => [
  pgPolicy(`${table}_tenant_read`, { for: 'select', to: appTenant, using: sql`school_id = ${currentSchool}` }),
  pgPolicy(`${table}_tenant_add`, { for: 'insert', to: appTenant, withCheck: sql`school_id = ${currentSchool}` }),
]

/**
 * What is written once goes, or loses its words, while the file that it belongs to is erased and not a moment longer: the row
 * of `student_erasures` that lets it go names the transaction that wrote it, and which one may be written the database judges
 * itself. Bound to the student; where a table does not name one, `of` says how the row `e` covers it.
 * @param blank what has to be so of a row that stays, where it is only emptied
 */
export const erasePolicy = (table: string, { of, blank }: { of?: string; blank?: string } = {}) => {
  const covers = sql.raw(of ?? `e.student_id = ${table}.student_id`)
  const isErased = sql`school_id = ${currentSchool} and exists (select 1 from student_erasures e where e.school_id = ${sql.raw(table)}.school_id and e.xact = pg_current_xact_id()::text and ${covers})`
  return blank === undefined
    ? pgPolicy(`${table}_tenant_retain`, { for: 'delete', to: appTenant, using: isErased })
    : pgPolicy(`${table}_tenant_retain`, {
        for: 'update',
        to: appTenant,
        using: isErased,
        withCheck: sql`school_id = ${currentSchool} and ${sql.raw(blank)}`,
      })
}

/** The third wall, for words that code decides by: whatever writes the column, a word that is not on the list is not stored. */
export const onlyOf = (name: string, column: AnyColumn, words: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`)

/** First column of every tenant table, and first in each of its keys. */
export const schoolId = () => uuid('school_id').notNull()

/** An instant as ISO text in UTC, kept as `timestamptz`. */
export const instant = customType<{ data: Instant; driverData: string | Date }>({
  dataType: () => 'timestamptz',
  toDriver: (value) => value,
  fromDriver: (value) => (value instanceof Date ? value : new Date(value)).toISOString(),
})

/** Whole minor units of the school's currency. */
export const minorUnits = (name: string) => bigint(name, { mode: 'number' }).$type<Minor>()

/** A version that the school's counter gave out; grows with every change in that school. */
export const version = () => bigint('version', { mode: 'number' }).notNull()
