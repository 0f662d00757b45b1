import { sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { jsonRows, uuidList } from '#server/kernel/sql-values.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { LeaveReason } from '#shared/pos/leave-reason.rules.ts'
import { assignVersions } from '../snapshot/version.service.ts'

interface NamedClass {
  id: string
  className: string
}

/** Puts pupils who have the name of a class, and no class, into it. Tills see nothing of it yet. */
export async function adoptPupils(tx: Tx, schoolId: string, classes: readonly NamedClass[]): Promise<void> {
  if (classes.length === 0) return
  await tx.execute(sql`
    update customers c set class_id = r.id
    from jsonb_to_recordset(${jsonRows(classes)}) as r(id uuid, "className" text)
    where c.school_id = ${schoolId} and c.class_id is null and c.class_name = r."className"`)
}

/** Tells the tills the new name and grade of the class of its pupils. Takes a version, so it comes after every other lock. */
export async function changeClassOfPupils(tx: Tx, schoolId: string, { id, className }: NamedClass): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from customers where school_id = ${schoolId} and class_id = ${id} order by id for no key update`)
  if (rows.length === 0) return
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx.execute(sql`
    update customers set class_name = ${className}, version = ${version}::bigint
    where school_id = ${schoolId} and class_id = ${id}`)
}

/** Where a pupil is at the school. */
export interface PupilPlace {
  classId: string | null
  className: string
  leftOn: Day | null
  leaveReason: LeaveReason | null
}
export type PlacedPupil = PupilPlace & { customerId: CustomerId }

/** Returns where pupils are, under lock until the transaction ends. By id. */
export async function lockPlaces(tx: Tx, schoolId: string, ids: readonly CustomerId[]): Promise<PlacedPupil[]> {
  const { rows } = await tx.execute<PlacedPupil & Record<string, unknown>>(sql`
    select id as "customerId", class_id as "classId", class_name as "className", left_on::text as "leftOn",
      leave_reason as "leaveReason"
    from customers where school_id = ${schoolId} and id = any(${uuidList(ids)}) order by id for no key update`)
  return rows
}

/** Returns the pupils at the school who are in one of the classes, by class and number. */
export async function pupilsOfClasses(tx: Tx, schoolId: string, classIds: readonly string[]) {
  const { rows } = await tx.execute<
    PlacedPupil & { name: Bilingual; admissionNo: string } & Record<string, unknown>
  >(sql`
    select id as "customerId", class_id as "classId", class_name as "className", left_on::text as "leftOn",
      leave_reason as "leaveReason", name, admission_no as "admissionNo"
    from customers where school_id = ${schoolId} and active and class_id = any(${uuidList(classIds)})
    order by class_name, admission_no, id`)
  return rows
}

/** Puts locked pupils where they are now, at the tills too. Takes a version, so it comes after every other lock. */
export async function placePupils(tx: Tx, schoolId: string, placed: readonly PlacedPupil[]): Promise<void> {
  if (placed.length === 0) return
  const version = (await assignVersions(tx, schoolId, 1)) + 1
  await tx.execute(sql`
    update customers c set class_id = r."classId", class_name = r."className", left_on = r."leftOn",
      leave_reason = r."leaveReason", version = ${version}::bigint
    from jsonb_to_recordset(${jsonRows(placed)}) as r("customerId" uuid, "classId" uuid, "className" text, "leftOn" date,
      "leaveReason" text)
    where c.school_id = ${schoolId} and c.id = r."customerId"`)
}
