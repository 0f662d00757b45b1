import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { FeeChild } from '#shared/fees/fee-values.contract.ts'
import { Uuid } from '#shared/kernel/fields.ts'

type Child = z.input<typeof FeeChild>

/**
 * Finds the child that a number at `/fees/{number}` means: an admission number, or the id of a file. Of several files with one
 * number it is the one opened last.
 */
export async function findFeeStudent(tx: Tx, schoolId: string, number: string): Promise<Child | undefined> {
  const byId = Uuid.safeParse(number)
  if (byId.success) return (await feeChildren(tx, schoolId, [byId.data])).get(byId.data)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.student_id as id from customers c
    join pupil_accounts a on a.school_id = c.school_id and a.customer_id = c.id
    where c.school_id = ${schoolId} and c.admission_no = ${number}
    order by a.opened_at desc, a.student_id limit 1`)
  const id = rows[0]?.id
  return id === undefined ? undefined : (await feeChildren(tx, schoolId, [id])).get(id)
}

/** Returns children as fee screens name them, by the ids of their files. */
export async function feeChildren(tx: Tx, schoolId: string, ids: Iterable<string>): Promise<Map<string, Child>> {
  const { rows } = await tx.execute<Child & Record<string, unknown>>(sql`
    select s.id as "studentId", c.admission_no as number, s.name_latin as "nameLatin", s.name_arabic as "nameArabic", s.grade,
      s.erased_at is not null as "isErased"
    from students s
    left join pupil_accounts a on a.school_id = s.school_id and a.student_id = s.id
    left join customers c on c.school_id = a.school_id and c.id = a.customer_id
    where s.school_id = ${schoolId} and s.id = any(${uuidList(ids)})`)
  return new Map(rows.map((row) => [row.studentId, row]))
}

/** Returns a child whose file is gone altogether. */
export const goneChild = (studentId: string): Child => ({
  studentId,
  number: null,
  nameLatin: null,
  nameArabic: null,
  grade: null,
  isErased: true,
})

/** Locks the files of children until the transaction ends, in the order of their ids: no two transactions wait for each other. */
export async function lockFeeStudents(tx: Tx, schoolId: string, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select id from students where school_id = ${schoolId} and id = any(${uuidList(ids)}) order by id for update`)
}
