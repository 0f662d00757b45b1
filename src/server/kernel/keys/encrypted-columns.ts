import { type SQL, sql } from 'drizzle-orm'
import type { Random } from '#shared/kernel/ids.ts'
import type { Tx } from '../db.ts'
import type { KeyRing } from './key-ring.ts'
import { decryptBytes, encryptBytes, type SecretPurpose } from './secrets.ts'

/** A column whose values are encrypted by the server's keys. */
export interface EncryptedColumn {
  table: string
  column: string
  purpose: SecretPurpose
  /** Columns that tell the rows of a school apart; none where a school has one row. */
  key: readonly string[]
  /** Returns what a row's value is bound to. @param key values of the key's columns */
  of(key: readonly string[], schoolId: string): string
}

interface Values {
  keyRing: KeyRing
  random: Random
  schoolId: string
}

/** Values that other keys than the newest have encrypted. */
export interface OlderValues {
  /** All of them. */
  older: number
  /** Those that none of the server's keys opens. */
  lost: number
}

const nameOf = ({ column }: EncryptedColumn): SQL => sql`t.${sql.identifier(column)}`

/** Condition that a value is not by the newest key; an empty one was taken away and is by none. */
const isOlder = (column: EncryptedColumn, { newest }: KeyRing): SQL =>
  sql`${nameOf(column)} <> '' and not starts_with(${nameOf(column)}, ${`${newest.id}.`})`

/** Text by which the rows of a school are told apart and put in order. */
const keyText = ({ key }: EncryptedColumn): SQL =>
  key.length === 0
    ? sql`''`
    : sql.join(
        key.map((name) => sql`t.${sql.identifier(name)}::text`),
        sql` || ' ' || `,
      )

interface Row extends Record<string, unknown> {
  id: string
  value: string
}

async function readOlder(tx: Tx, column: EncryptedColumn, { keyRing, schoolId }: Values, after: string, limit: number) {
  const { rows } = await tx.execute<Row>(sql`
    select ${keyText(column)} as id, ${nameOf(column)} as value from ${sql.identifier(column.table)} t
    where t.school_id = ${schoolId} and ${isOlder(column, keyRing)} and (${after} = '' or ${keyText(column)} > ${after})
    order by 1 limit ${limit} for update skip locked`)
  return rows
}

/**
 * Encrypts the next values of a column by the newest key. What none of the keys opens stays as it is; what somebody is just
 * changing is left for the next round.
 * @param after key of the last row of the part before; empty for the first part
 * @returns key of the last row; undefined when there is nothing more
 */
export async function reencryptSome(
  tx: Tx,
  column: EncryptedColumn,
  values: Values,
  { after, limit }: { after: string; limit: number },
): Promise<string | undefined> {
  const { keyRing, random, schoolId } = values
  const rows = await readOlder(tx, column, values, after, limit)
  for (const { id, value } of rows) {
    const place = { keyRing, purpose: column.purpose, schoolId, of: column.of(id.split(' '), schoolId) }
    const plain = await decryptBytes(place, value).catch(() => undefined)
    if (!plain) continue
    const renewed = await encryptBytes({ ...place, random }, plain)
    await tx.execute(sql`
      update ${sql.identifier(column.table)} t set ${sql.identifier(column.column)} = ${renewed}
      where t.school_id = ${schoolId} and ${keyText(column)} = ${id} and ${nameOf(column)} = ${value}`)
  }
  return rows.length < limit || column.key.length === 0 ? undefined : rows.at(-1)?.id
}

interface Counts extends Record<string, unknown> {
  place: number
  older: number
  named: number
  lost: number
}

/**
 * Counts the values that other keys than the newest have encrypted. Those that name no key are tried by the first of each column,
 * since nobody mixes them.
 */
export async function countOlder(tx: Tx, columns: readonly EncryptedColumn[], values: Values): Promise<OlderValues> {
  const { keyRing, schoolId } = values
  const ids = JSON.stringify(keyRing.keys.map(({ id }) => id))
  const each = columns.map((column, place) => {
    const isNamed = sql`${nameOf(column)} ~ '^[0-9a-f]{8}[.]'`
    const isKnown = sql`left(${nameOf(column)}, 8) in (select jsonb_array_elements_text(${ids}::jsonb))`
    return sql`select ${place}::int as place, count(*)::int as older, (count(*) filter (where ${isNamed}))::int as named,
      (count(*) filter (where ${isNamed} and not ${isKnown}))::int as lost
      from ${sql.identifier(column.table)} t where t.school_id = ${schoolId} and ${isOlder(column, keyRing)}`
  })
  const { rows } = await tx.execute<Counts>(sql.join(each, sql` union all `))
  const sum = { older: 0, lost: 0 }
  for (const { place, older, named, lost } of rows) {
    const column = columns[place]
    const unnamed = older - named
    const isLost = column && unnamed > 0 && !(await opensFirst(tx, column, values))
    sum.older += older
    sum.lost += lost + (isLost ? unnamed : 0)
  }
  return sum
}

/** Whether the keys open the first value of a column that names none. */
async function opensFirst(tx: Tx, column: EncryptedColumn, { keyRing, schoolId }: Values): Promise<boolean> {
  const { rows } = await tx.execute<Row>(sql`
    select ${keyText(column)} as id, ${nameOf(column)} as value from ${sql.identifier(column.table)} t
    where t.school_id = ${schoolId} and ${nameOf(column)} is not null and ${nameOf(column)} !~ '^[0-9a-f]{8}[.]' limit 1`)
  const [row] = rows
  if (!row) return true
  const place = { keyRing, purpose: column.purpose, schoolId, of: column.of(row.id.split(' '), schoolId) }
  return decryptBytes(place, row.value).then(
    () => true,
    () => false,
  )
}
