import type { PaperSchool } from '#server/features/letter/letter-school.service.ts'
import { gradeName, offerValues } from '#server/features/letter/offer-letter.service.ts'
import { jobValues } from '#server/features/letter-job/job-letter.service.ts'
import { offerSaid } from '#server/features/offer/offer-paper.service.ts'
import { liveOffer, wholeOffer } from '#server/features/offer/offer-read.service.ts'
import { readStudent } from '#server/features/student/family-step.service.ts'
import { studentsOnPaper } from '#server/features/student/student-paper.service.ts'
import { guardiansOf } from '#server/features/student-record/guardian.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { LetterJobKind } from '#shared/contract/letter-job.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { LetterKind } from '#shared/rules/letter-kinds.rules.ts'
import type { LetterValues } from '#shared/rules/letter-values.rules.ts'
import { offerLetters } from '#shared/rules/offer-state.rules.ts'
import { samplesFor } from './sample-values.service.ts'

interface Wanted {
  name: LetterKind
  studentId: string | null
  school: PaperSchool
}

/** What a draft is filled with: all that is known of a student, the rest made up where nothing of the kind is there. @throws AppError request.not-found */
export async function previewValues(
  tx: Tx,
  ctx: SessionCtx,
  { name, studentId, school }: Wanted,
): Promise<{ values: LetterValues; isSample: boolean }> {
  const samples = samplesFor(name)
  if (studentId === null) return { values: samples, isSample: true }
  const { schoolId } = ctx.school
  const [student] = await studentsOnPaper(tx, schoolId, [studentId])
  if (!student) throw new AppError('request.not-found')
  const kind = LetterJobKind.safeParse(name)
  const nowMs = ctx.deps.clock.nowMs()
  if (kind.success) return { values: await jobValues(tx, { kind: kind.data, student, school, nowMs }), isSample: false }
  if (offerLetters.some((each) => each === name)) {
    const offer = await liveOffer(tx, schoolId, studentId)
    if (offer) {
      const guardians = await guardiansOf(tx, schoolId, studentId)
      const offered = await readStudent(tx, schoolId, studentId)
      const around = { student: offered, guardians, school, showsSignature: () => false }
      return { values: offerValues(offerSaid({ ...around, whole: await wholeOffer(tx, offer) })), isSample: false }
    }
  }
  const { nameLatin, nameArabic, grade } = student
  const known: LetterValues = {
    'student.name': { latin: nameLatin, arabic: nameArabic },
    ...('offer.grade' in samples ? { 'offer.grade': grade === null ? null : gradeName(grade) } : {}),
  }
  return { values: { ...samples, ...known }, isSample: true }
}
