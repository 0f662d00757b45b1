import { and, eq } from 'drizzle-orm'
import { setRegulator } from '#server/features/school/settings/settings.service.ts'
import { regulatorOf } from '#server/features/school/school-grades.service.ts'
import { lockSchool, readSchool } from '#server/features/school/school.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import { answerMinutes, officeTimes } from '#shared/admissions/enquiries/answer-clock.rules.ts'
import { attendanceRulesOf } from '#shared/admissions/offers/regulator-packs.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { admissionRules } from './admission-rules.table.ts'

const defaults: Omit<AdmissionRules, 'regulator' | keyof ReturnType<typeof attendanceRulesOf>> = {
  offersNeedHead: false,
  // Off for existing schools: each would block their files without a decision.
  documentsBeforeOffer: false,
  interviewBeforeOffer: false,
  feeBeforeOffer: false,
  expiredOffersGo: 'waiting',
  graceHours: 12,
  reminderHours: [72, 24],
  depositOverdue: false,
  coolingHours: 24,
  claimOrder: ['staff-child', 'sibling', 'group-transfer', 'corporate', 'alumni', 'national'],
  tellsPosition: false,
  intakeEnds: [],
  withdrawalRefund: 100,
  keepClosedMonths: 12,
  // Erasure is final: a school has to enable it explicitly.
  erasesByItself: false,
  // Off for existing schools: it would block their new files without a decision.
  identityBeforeShortlist: false,
  consentsFirst: false,
  accountFromFirstDay: true,
  formsFirst: [],
  pupilNumbers: { prefix: '', withYear: true, digits: 4 },
  officeHours: { ...officeTimes },
  answerHours: answerMinutes / 60,
}

interface Standing {
  rules: AdmissionRules
  revision: number
}

/** Returns the rules in force as of this transaction. */
export async function readRules(tx: Tx, schoolId: string): Promise<Standing> {
  const [row] = await tx.select().from(admissionRules).where(eq(admissionRules.schoolId, schoolId))
  const school = await readSchool(tx, schoolId)
  // Rows older than the school's own setting name the regulator themselves.
  const regulator = school.profile.regulator ?? row?.rules.regulator ?? regulatorOf(school)
  const rules = { ...defaults, ...attendanceRulesOf(regulator), ...row?.rules, regulator }
  return { rules, revision: (row?.revision ?? 0) + regulatorVersion(school) }
}

/** Counts the changes of the regulator, on the settings page and with the rules: who edits rules has seen it too. */
const regulatorVersion = ({ profile }: Awaited<ReturnType<typeof readSchool>>): number =>
  profile.settings?.regulator?.version ?? 0

/** Sets all rules, unless they or the regulator were changed since seen. @throws AppError rules.changed */
export async function setRules(
  tx: Tx,
  by: { schoolId: string; userId: UserId; nowMs: number },
  { rules, revision }: Standing,
): Promise<Standing> {
  const { schoolId, userId, nowMs } = by
  const seen = revision - regulatorVersion(await lockSchool(tx, schoolId))
  const values = { rules, revision: seen + 1, changedBy: userId, changedAt: toInstant(nowMs) }
  const set =
    seen === 0
      ? await tx
          .insert(admissionRules)
          .values({ schoolId, ...values })
          .onConflictDoNothing()
          .returning()
      : await tx
          .update(admissionRules)
          .set(values)
          .where(and(eq(admissionRules.schoolId, schoolId), eq(admissionRules.revision, seen)))
          .returning()
  if (set.length === 0) throw new AppError('rules.changed')
  await setRegulator(tx, by, rules.regulator)
  return readRules(tx, schoolId)
}
