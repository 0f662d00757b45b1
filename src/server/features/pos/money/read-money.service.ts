import { type SQL, sql } from 'drizzle-orm'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { isoText } from '#server/kernel/sql-values.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { minor } from '#shared/kernel/money.ts'
import type { AccountMovement } from '#shared/pos/account-money.contract.ts'

const maxWaiting = 200

interface Reader {
  schoolId: string
  userId: UserId
}

type Row = Omit<AccountMovement, 'amount' | 'currency' | 'documentNo'> & {
  amount: number | string
  no: number | null
} & Record<string, unknown>

/** The number as it stands on paper; the same in both languages. */
export const documentNo = (no: number): string => `ACC-${String(no).padStart(6, '0')}`

const holder = (of: string): SQL => {
  const [id, no, name, className] = ['id', 'admission_no', 'name', 'class_name'].map((column) =>
    sql.raw(`${of}.${column}`),
  )
  return sql`case when ${id} is null then null else jsonb_build_object('customerId', ${id}, 'admissionNo', ${no},
    'name', ${name}, 'className', ${className}) end`
}

async function listMovements(tx: Tx, { schoolId, userId }: Reader, which: SQL): Promise<AccountMovement[]> {
  const { currency } = await readSchool(tx, schoolId)
  const { rows } = await tx.execute<Row>(sql`
    select m.id, m.kind, ${holder('c')} as holder, ${holder('o')} as other, m.amount, m.method, m.reference,
      m.paid_on::text as "paidOn", m.reason, m.no, m.provisional, ${isoText('m.taken_at')} as "takenAt", m.state, a.name as "askedBy", ${isoText('m.asked_at')} as "askedAt",
      d.name as "decidedBy", ${isoText('m.decided_at')} as "decidedAt", m.asked_by = ${userId}::uuid as "isOwn"
    from account_movements m
    join customers c on c.school_id = m.school_id and c.id = m.customer_id
    left join customers o on o.school_id = m.school_id and o.id = m.other_id
    left join users a on a.school_id = m.school_id and a.id = m.asked_by
    left join users d on d.school_id = m.school_id and d.id = m.decided_by
    where m.school_id = ${schoolId} and ${which}
    order by m.asked_at, m.id limit ${maxWaiting}`)
  return rows.map(({ amount, no, ...row }) => ({
    ...row,
    amount: minor(Number(amount)),
    currency,
    documentNo: no === null ? null : documentNo(no),
  }))
}

/** Lists the movements that wait for a second person, the oldest first. */
export const listWaiting = (tx: Tx, reader: Reader): Promise<AccountMovement[]> =>
  listMovements(tx, reader, sql`m.state = 'waiting'`)

/** Returns one movement. @throws AppError request.not-found */
export async function readMovement(tx: Tx, reader: Reader, id: string): Promise<AccountMovement> {
  const [movement] = await listMovements(tx, reader, sql`m.id = ${id}::uuid`)
  if (!movement) throw new AppError('request.not-found', { field: 'movementId' })
  return movement
}
