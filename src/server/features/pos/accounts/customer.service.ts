import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'

/** Returns those of the customers that exist, active or not. */
export async function knownCustomers(
  tx: Tx,
  schoolId: string,
  customerIds: ReadonlySet<CustomerId>,
): Promise<Set<CustomerId>> {
  if (customerIds.size === 0) return new Set()
  const { rows } = await tx.execute<{ id: CustomerId }>(sql`
    select id from customers where school_id = ${schoolId} and id = any(${uuidList(customerIds)})`)
  return new Set(rows.map(({ id }) => id))
}

/** Returns the grades of the classes of these customers; none for those whom the school has given no class. */
export async function gradesOfCustomers(
  tx: Tx,
  schoolId: string,
  customerIds: Iterable<string>,
): Promise<Map<CustomerId, string>> {
  // By name: classes belong to a domain above this one.
  const { rows } = await tx.execute<{ id: CustomerId; grade: string }>(sql`
    select c.id, s.grade from customers c join school_classes s on s.school_id = c.school_id and s.id = c.class_id
    where c.school_id = ${schoolId} and c.id = any(${uuidList(customerIds)})`)
  return new Map(rows.map(({ id, grade }) => [id, grade]))
}

/** Pupil as staff of the school may see them. */
export interface Pupil {
  readonly id: CustomerId
  readonly admissionNo: string
  readonly name: Bilingual
  readonly className: string
  readonly active: boolean
  /** Site where they eat; null for all. */
  readonly siteId: string | null
  readonly birthDate: string | null
}

/** Finds pupils by class and number: the whole school's, or the given ones. */
export async function findPupils(tx: Tx, schoolId: string, of: { ids?: Iterable<string>; className?: string } = {}) {
  const isNamed = of.ids === undefined ? sql`true` : sql`id = any(${uuidList(of.ids)})`
  const isOfClass = of.className === undefined ? sql`true` : sql`class_name = ${of.className}`
  const { rows } = await tx.execute<Pupil & Record<string, unknown>>(sql`
    select id, admission_no as "admissionNo", name, class_name as "className", active, site_id as "siteId",
      birth_date::text as "birthDate"
    from customers where school_id = ${schoolId} and ${isNamed} and ${isOfClass} order by class_name, admission_no, id`)
  return new Map<CustomerId, Pupil>(rows.map((row) => [row.id, row]))
}
