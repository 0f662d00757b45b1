import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { findPupils } from '#server/features/pos/accounts/customer.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { KeyRing } from '#server/kernel/keys/key-ring.ts'
import { newestFirst, type RecordEntry, type RecordQuery, withinRecord } from '#server/kernel/record.ts'
import type { FaceAuditEntry } from '#shared/faces/face-report.contract.ts'
import { type CustomerId, type DeviceId, type Random, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { faceAudit } from './face-record.table.ts'

/** Audit actions. Stored permanently, so an action never changes its meaning. */
export type FaceAction =
  | 'assessed'
  | 'switched-on'
  | 'switched-off'
  | 'settings'
  | 'rotated'
  | 'enrolled'
  | 'enrolment-refused'
  | 'decided'
  | 'overridden'
  | 'deleted'
  | 'certified'
  | 'pupil-said-no'
  | 'pupil-took-back-no'
  | 'suspected'
  | 'suspicion-decided'
  | 'list-taken'
  | 'pin-set'
  | 'pin-taken-away'
  | 'charge-held'
  | 'charge-decided'

/** Context of face operations. */
export interface FaceCtx {
  readonly schoolId: string
  readonly nowMs: number
  readonly random: Random
  readonly keyRing: KeyRing | undefined
}

interface Noted {
  action: FaceAction
  customerId?: CustomerId | null | undefined
  by?: UserId | null | undefined
  deviceId?: DeviceId | null | undefined
  /** Counts, codes and ids: never a name, a distance or a template. */
  detail?: FaceAuditEntry['detail']
}

export async function note(tx: Tx, { schoolId, nowMs, random }: FaceCtx, ...noted: readonly Noted[]): Promise<void> {
  if (noted.length === 0) return
  const at = toInstant(nowMs)
  await tx.insert(faceAudit).values(
    noted.map(({ action, customerId = null, by = null, deviceId = null, detail = {} }) => ({
      schoolId,
      id: uuidv7(nowMs, random),
      at,
      action,
      customerId,
      by,
      deviceId,
      detail,
    })),
  )
}

/** Returns this history's entries for a search of the whole audit log: as stored, without names. */
export async function faceRecord(tx: Tx, asked: RecordQuery): Promise<RecordEntry[]> {
  const { about, group } = asked
  if ((group && group !== 'faces') || (about && about.kind !== 'pupil')) return []
  const isAbout = about && sql`${faceAudit.customerId}::text = ${about.id}`
  const rows = await tx
    .select()
    .from(faceAudit)
    .where(and(withinRecord(faceAudit, asked), isAbout))
    .orderBy(...newestFirst(faceAudit))
    .limit(asked.limit)
  return rows.map(({ id, at, action, customerId, by, deviceId, detail }) => {
    const pupil = customerId && { kind: 'pupil' as const, id: customerId }
    return { id, at, what: `face-${action}`, by, deviceId, about: pupil, facts: detail }
  })
}

const pageRows = 200

/** Lists the audit entries, the newest first. */
export async function listAudit(
  tx: Tx,
  schoolId: string,
  asked: { customerId?: CustomerId | undefined; before?: string | undefined },
): Promise<{ entries: FaceAuditEntry[]; next: string | null }> {
  const rows = await tx
    .select()
    .from(faceAudit)
    .where(
      and(
        eq(faceAudit.schoolId, schoolId),
        asked.customerId ? eq(faceAudit.customerId, asked.customerId) : undefined,
        asked.before ? lt(faceAudit.id, asked.before) : undefined,
      ),
    )
    .orderBy(desc(faceAudit.id))
    .limit(pageRows + 1)
  const page = rows.slice(0, pageRows)
  const people = await findPeople(
    tx,
    schoolId,
    page.flatMap(({ by }) => by ?? []),
  )
  const pupils = await findPupils(tx, schoolId, { ids: page.flatMap(({ customerId }) => customerId ?? []) })
  const entries = page.map(({ id, at, action, customerId, by, deviceId, detail }): FaceAuditEntry => {
    const name = customerId && pupils.get(customerId)?.name
    const pupil = customerId && name ? { customerId, name } : null
    return { id, at, action, pupil, by: (by && people.get(by)?.name) ?? null, deviceId, detail }
  })
  return { entries, next: rows.length > pageRows ? (page.at(-1)?.id ?? null) : null }
}
