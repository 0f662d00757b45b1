import { and, eq } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Minor } from '#shared/kernel/money.ts'
import type { Instant } from '#shared/kernel/time.ts'
import { shifts } from '../pos.table.ts'
import type { Shift } from './shift-rows.ts'

interface NextFloat {
  left: Minor
  counted: Minor
  by: Bilingual | null
  at: Instant
}

/** Returns the float of the next shift where it is not what this close left; null where it is, or is not known yet. */
export async function nextFloat(tx: Tx, schoolId: string, { id, leftAmount }: Shift): Promise<NextFloat | null> {
  if (leftAmount === null) return null
  const [next] = await tx
    .select({ counted: shifts.floatAmount, by: shifts.openedBy, at: shifts.openedAt })
    .from(shifts)
    .where(and(eq(shifts.schoolId, schoolId), eq(shifts.carriedFrom, id)))
    .orderBy(shifts.openedAt)
    .limit(1)
  if (!next || next.counted === leftAmount) return null
  const people = await findPeople(tx, schoolId, [next.by])
  return { left: leftAmount, counted: next.counted, by: people.get(next.by)?.name ?? null, at: next.at }
}
