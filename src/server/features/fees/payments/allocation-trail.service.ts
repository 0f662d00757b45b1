import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { colleague } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AllocationStep } from '#shared/fees/allocation-trail.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { UserId } from '#shared/kernel/fields.ts'
import { minor } from '#shared/kernel/money.ts'
import { feeChildren, goneChild } from '../fee-student.service.ts'

type Step = z.input<typeof AllocationStep>

interface Row extends Record<string, unknown> {
  id: string
  source: Step['source']
  number: string | null
  studentId: string
  code: string
  name: Bilingual
  part: number
  dueOn: string
  amount: string | number
  reason: Step['reason']
  at: string | Date
  byUser: string | null
}

/** Returns every allocation of a payment or on a charge, the earliest first. @throws AppError request.not-found */
export async function readTrail(
  tx: Tx,
  schoolId: string,
  { trailOf: of, trailId }: { trailOf: 'payment' | 'charge'; trailId: string },
): Promise<Step[]> {
  const known =
    of === 'payment'
      ? sql`select 1 from fee_payments where school_id = ${schoolId} and id = ${trailId}`
      : sql`select 1 from fee_charges where school_id = ${schoolId} and id = ${trailId}`
  if ((await tx.execute(known)).rows.length === 0) throw new AppError('request.not-found', { field: 'trailId' })
  const only = of === 'payment' ? sql`a.source_id = ${trailId}` : sql`a.charge_id = ${trailId}`
  const { rows } = await tx.execute<Row>(sql`
    select a.id, a.source, coalesce(r.number, n.number) as number, c.student_id as "studentId", c.component as code, c.name, c.part,
      c.due_on::text as "dueOn", a.amount, a.reason, a.at, a.by_user as "byUser"
    from fee_allocations a
    join fee_charges c on c.school_id = a.school_id and c.id = a.charge_id
    left join fee_payments p on p.school_id = a.school_id and p.id = a.source_id and a.source = 'payment'
    left join fee_documents r on r.school_id = p.school_id and r.id = p.document_id
    left join fee_documents n on n.school_id = a.school_id and n.id = a.source_id and a.source = 'credit-note'
    where a.school_id = ${schoolId} and ${only}
    order by a.at, a.id`)
  const children = await feeChildren(tx, schoolId, new Set(rows.map(({ studentId }) => studentId)))
  const users = rows.flatMap(({ byUser }) => (byUser === null ? [] : [UserId.parse(byUser)]))
  const staff = await findPeople(tx, schoolId, users)
  return rows.map(({ studentId, code, name, amount, at, byUser, ...row }) => ({
    ...row,
    child: children.get(studentId) ?? goneChild(studentId),
    component: { code, name },
    amount: minor(Number(amount)),
    at: new Date(at).toISOString(),
    by: byUser === null ? null : colleague(UserId.parse(byUser), staff),
  }))
}
