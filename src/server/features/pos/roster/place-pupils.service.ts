import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows } from '#server/kernel/sql-lists.ts'
import { assignVersions } from '../snapshot/version.service.ts'

interface NamedClass {
  id: string
  className: string
}

/** Puts pupils who have the name of a class, and no class, into it. Tills see nothing of it. */
export async function adoptPupils(tx: Tx, schoolId: string, classes: readonly NamedClass[]): Promise<void> {
  if (classes.length === 0) return
  await tx.execute(sql`
    update customers c set class_id = r.id
    from jsonb_to_recordset(${jsonRows(classes)}) as r(id uuid, "className" text)
    where c.school_id = ${schoolId} and c.class_id is null and c.class_name = r."className"`)
}

/** Gives the pupils of a class its new name, at the tills too. Takes a version, so it comes after every other lock. */
export async function renameClassOfPupils(tx: Tx, schoolId: string, { id, className }: NamedClass): Promise<void> {
  await tx.execute(sql`
    select 1 from customers where school_id = ${schoolId} and class_id = ${id} order by id for no key update`)
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx.execute(sql`
    update customers set class_name = ${className}, version = ${version}::bigint
    where school_id = ${schoolId} and class_id = ${id} and class_name <> ${className}`)
}
