import { sql } from 'drizzle-orm'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { followFiles } from '../setup/payer-contact.service.ts'
import { AppError } from '#shared/kernel/errors.ts'

/** Checks that this is the account of a family, at no till. @throws AppError access.denied */
export function requireFamily({ session: { kind, roles } }: Pick<SessionCtx, 'session'>): void {
  if (kind !== 'staff' || !roles.includes('family')) throw new AppError('access.denied')
}

/** Returns the payers who are the signed-in person. */
export const myPayers = (tx: Tx, { school: { schoolId }, session }: SessionCtx): Promise<string[]> =>
  payersAt(tx, schoolId, session.user.email)

/**
 * Returns the payers who are the person of a proved address: persons, as the office has their address or, where it has none, as the
 * guardian's file has it. Companies get links only.
 */
export async function payersAt(tx: Tx, schoolId: string, address: string): Promise<string[]> {
  const email = address.trim().toLowerCase()
  if (email === '') return []
  const mine = await tx.execute<{ id: string }>(sql`
    select p.id from fee_payers p where p.school_id = ${schoolId} and (lower(p.email) = ${email}
      or p.id in (select l.payer_id from student_guardians g
        join fee_payer_guardians l on l.school_id = g.school_id and l.guardian_id = g.id
        where g.school_id = ${schoolId} and lower(g.email) = ${email}))`)
  await followFiles(
    tx,
    schoolId,
    mine.rows.map(({ id }) => id),
  )
  const { rows } = await tx.execute<{ id: string }>(sql`
    select p.id from fee_payers p
    where p.school_id = ${schoolId} and p.kind = 'person' and (lower(p.email) = ${email}
      or (p.email is null and exists (select from fee_payer_guardians l
        join student_guardians g on g.school_id = l.school_id and g.id = l.guardian_id
        where l.school_id = ${schoolId} and l.payer_id = p.id and lower(g.email) = ${email})))
    order by p.id`)
  return rows.map(({ id }) => id)
}

/** Checks that a payer is the signed-in person. @throws AppError access.denied, request.not-found */
export async function requireMyPayer(tx: Tx, ctx: SessionCtx, payerId: string): Promise<void> {
  requireFamily(ctx)
  if (!(await myPayers(tx, ctx)).includes(payerId)) throw new AppError('request.not-found', { field: 'payerId' })
}
