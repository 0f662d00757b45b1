import { findPupils } from '#server/features/pos/accounts/customer.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { CustomerId } from '#shared/kernel/ids.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { latestAssessment } from '../assessments/assessments.ts'
import type { FaceCtx } from '../face-audit.service.ts'
import { isOfAge } from '../face-consent.rules.ts'

/** Returns why no consent suffices for this pupil: not (or no longer) a pupil of the school, or below its minimum age. */
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
