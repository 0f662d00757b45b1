import { and, eq, lt } from 'drizzle-orm'
import { findPupils } from '#server/features/pos/accounts/customer.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import type { ForgetReason } from '#shared/faces/face-report.contract.ts'
import { dayMs, fromInstant, hourMs, toInstant } from '#shared/kernel/time.ts'
import { forget } from './face.service.ts'
import { faceMarks, faceTemplates } from './face.table.ts'
import type { FaceCtx } from './face-audit.service.ts'
import { faceExpiresAt, unusedMs } from './face-consent.rules.ts'
import { faceConsents, isAllowed } from './face-consent.service.ts'
import { readRules } from './face-rules.service.ts'
import { lockFaces } from './pupils/pupils.service.ts'

/** A replay within this time is noticed; afterwards the replayed face is deleted or renewed. */
const marksMs = 400 * dayMs

/**
 * Deletes expired data: of pupils who have left, of faces unused for a year or too old, and any that consent does not cover.
 * @returns how many
 */
export function forgetDue(deps: Pick<Deps, 'db' | 'clock' | 'random' | 'keyRing'>, schoolId: string): Promise<number> {
  const { db, clock, random, keyRing } = deps
  return db.tenant(schoolId, async (tx) => {
    const nowMs = clock.nowMs()
    const ctx: FaceCtx = { schoolId, nowMs, random, keyRing }
    const rows = await tx.select().from(faceTemplates).where(eq(faceTemplates.schoolId, schoolId))
    const { acceptedWording } = await readRules(tx, schoolId)
    const ids = rows.map(({ customerId }) => customerId)
    const pupils = await findPupils(tx, schoolId, { ids })
    const standing = await faceConsents(tx, schoolId, nowMs, ids)
    const reasonOf = ({ customerId, usedAt, capturedAt }: (typeof rows)[number]): ForgetReason | undefined => {
      const pupil = pupils.get(customerId)
      if (!pupil?.active) return 'left'
      if (!isAllowed(standing(customerId), acceptedWording)) return 'withdrawn'
      if (nowMs - fromInstant(usedAt) > unusedMs) return 'unused'
      return nowMs > fromInstant(faceExpiresAt(capturedAt, pupil.birthDate)) ? 'expired' : undefined
    }
    const due = rows.flatMap((row) => {
      const reason = reasonOf(row)
      return reason ? [{ customerId: row.customerId, reason }] : []
    })
    await lockFaces(
      tx,
      schoolId,
      due.map(({ customerId }) => customerId),
    )
    for (const { customerId, reason } of due) await forget(tx, ctx, customerId, reason)
    await tx
      .delete(faceMarks)
      .where(and(eq(faceMarks.schoolId, schoolId), lt(faceMarks.at, toInstant(nowMs - marksMs))))
    return due.length
  })
}

/** Longest delay of a due deletion. */
const everyMs = hourMs

/** Runs face retention for all schools, round after round, until stopped. */
export const startFaceRetentionWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'face-retention',
    due,
    work: (schoolId) => forgetDue(deps, schoolId),
    onFailure: (error) => deps.log.error(describeFailure(error), 'faces can not be looked after now'),
  })
