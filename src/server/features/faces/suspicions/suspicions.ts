import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { findPupils, type Pupil } from '#server/features/pos/accounts/customer.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { FaceSuspicion } from '#shared/faces/face-pupils.contract.ts'
import { type CustomerId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { Lookalike } from '#shared/recognition/face-enrolment.rules.ts'
import { faceSuspicions } from '../face.table.ts'
import type { FaceCtx } from '../face-audit.service.ts'

export type SuspicionRow = typeof faceSuspicions.$inferSelect

/** Records pupils a new face could be mistaken for. Earlier decisions of staff about a pair stand. */
export async function suspect(
  tx: Tx,
  { schoolId, nowMs, random }: FaceCtx,
  customerId: CustomerId,
  lookalikes: readonly Lookalike[],
): Promise<void> {
  const known = await tx.select().from(faceSuspicions).where(eq(faceSuspicions.schoolId, schoolId))
  const isKnown = (otherId: string) =>
    known.some((row) => [row.customerId, row.otherId].every((id) => id === customerId || id === otherId))
  const found = lookalikes.filter(({ personId }) => !isKnown(personId))
  if (found.length === 0) return
  const foundAt = toInstant(nowMs)
  await tx.insert(faceSuspicions).values(
    found.map(({ personId, likeness }) => ({
      schoolId,
      id: uuidv7(nowMs, random),
      customerId,
      otherId: personId as CustomerId,
      likeness,
      foundAt,
    })),
  )
}

/**
 * Applies suspicions to the faces of these pupils: a lookalike is only confirmed one to one, and is not ready until staff have
 * said that it is another person.
 */
export async function reassessSuspicion(
  tx: Tx,
  schoolId: string,
  ids: readonly CustomerId[],
  version: number,
): Promise<void> {
  if (ids.length === 0) return
  await tx.execute(sql`
    update face_templates t set version = ${version},
      is_one_to_one = exists (select from face_suspicions s
        where s.school_id = ${schoolId} and t.customer_id in (s.customer_id, s.other_id)),
      is_ready = not exists (select from face_suspicions s
        where s.school_id = ${schoolId} and s.customer_id = t.customer_id and s.likeness = 'same' and s.decision is null)
    where t.school_id = ${schoolId} and t.customer_id = any(${uuidList(ids)})`)
}

export async function findSuspicion(tx: Tx, schoolId: string, id: string): Promise<SuspicionRow | undefined> {
  const [row] = await tx
    .select()
    .from(faceSuspicions)
    .where(and(eq(faceSuspicions.schoolId, schoolId), eq(faceSuspicions.id, id)))
    .for('update')
  return row
}

const maxCount = 500

/** Lists suspicions, open ones first, then the latest. */
export async function listSuspicions(tx: Tx, schoolId: string): Promise<FaceSuspicion[]> {
  const rows = await tx
    .select()
    .from(faceSuspicions)
    .where(eq(faceSuspicions.schoolId, schoolId))
    .orderBy(
      sql`(${faceSuspicions.decision} is null and ${faceSuspicions.likeness} = 'same') desc`,
      desc(faceSuspicions.foundAt),
      asc(faceSuspicions.id),
    )
    .limit(maxCount)
  return suspicionView(tx, schoolId, rows)
}

export async function suspicionView(tx: Tx, schoolId: string, rows: readonly SuspicionRow[]): Promise<FaceSuspicion[]> {
  const pupils = await findPupils(tx, schoolId, { ids: rows.flatMap((row) => [row.customerId, row.otherId]) })
  const people = await findPeople(
    tx,
    schoolId,
    rows.flatMap(({ decidedBy }) => decidedBy ?? []),
  )
  return rows.map(({ id, likeness, customerId, otherId, foundAt, decision, decidedAt, decidedBy }) => ({
    id,
    likeness,
    pupil: named(customerId, pupils.get(customerId)),
    other: named(otherId, pupils.get(otherId)),
    foundAt,
    decision:
      decision && decidedAt
        ? { is: decision, at: decidedAt, by: (decidedBy && people.get(decidedBy)?.name) ?? nobody }
        : null,
  }))
}

const nobody = { en: '', ar: '' }

const named = (customerId: CustomerId, pupil: Pupil | undefined) => ({
  customerId,
  admissionNo: pupil?.admissionNo ?? '',
  name: pupil?.name ?? nobody,
  className: pupil?.className ?? '',
})
