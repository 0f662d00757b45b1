import { findPupils } from '#server/features/pos/accounts/customer.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { latestAssessment } from '../assessments/assessments.ts'
import type { FaceCtx } from '../face-audit.service.ts'
import { isOfAge } from '../face-consent.rules.ts'

/** Why nobody's consent is enough for this one: no pupil of the school (any more), or younger than it has said it asks. */
export async function pupilFault(
  tx: Tx,
  { schoolId, nowMs }: Pick<FaceCtx, 'schoolId' | 'nowMs'>,
  customerId: CustomerId,
): Promise<'face-unknown-pupil' | 'face-too-young' | undefined> {
  const pupil = (await findPupils(tx, schoolId, { ids: [customerId] })).get(customerId)
  if (!pupil?.active) return 'face-unknown-pupil'
  const { timeZone } = await readSchool(tx, schoolId)
  const youngest = (await latestAssessment(tx, schoolId))?.answers.youngestAge ?? 0
  return isOfAge(pupil.birthDate, youngest, businessDay(nowMs, timeZone, 0)) ? undefined : 'face-too-young'
}
