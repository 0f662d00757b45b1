import { desc, eq } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FaceAssessment, FaceAssessmentAnswers } from '#shared/faces/face-settings.contract.ts'
import { type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { faceAssessments } from '../face.table.ts'
import { type FaceCtx, note } from '../face-audit.service.ts'

/** Lists assessments, the newest first. */
export async function listAssessments(tx: Tx, schoolId: string, limit = 100): Promise<FaceAssessment[]> {
  const rows = await tx
    .select()
    .from(faceAssessments)
    .where(eq(faceAssessments.schoolId, schoolId))
    .orderBy(desc(faceAssessments.recordedAt), desc(faceAssessments.id))
    .limit(limit)
  const people = await findPeople(
    tx,
    schoolId,
    rows.map(({ recordedBy }) => recordedBy),
  )
  return rows.map(({ id, answers, recordedAt, recordedBy }) => ({
    id,
    answers,
    recordedAt,
    recordedBy: people.get(recordedBy)?.name ?? { en: '', ar: '' },
  }))
}

export const latestAssessment = async (tx: Tx, schoolId: string): Promise<FaceAssessment | undefined> =>
  (await listAssessments(tx, schoolId, 1))[0]

export async function addAssessment(tx: Tx, ctx: FaceCtx, answers: FaceAssessmentAnswers, by: UserId): Promise<void> {
  const { schoolId, nowMs, random } = ctx
  const id = uuidv7(nowMs, random)
  await tx.insert(faceAssessments).values({ schoolId, id, answers, recordedBy: by, recordedAt: toInstant(nowMs) })
  await note(tx, ctx, { action: 'assessed', by, detail: { assessmentId: id, country: answers.country } })
}
