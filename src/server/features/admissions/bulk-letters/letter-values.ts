import type { LetterValueSource } from '#server/features/letters/editor/letter-preview.service.ts'
import type { PaperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { guardiansOf } from '#server/features/students/record/guardian.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { LetterJobKind } from '#shared/admissions/letter-job.contract.ts'
import { offerLetters } from '#shared/letters/letter-kinds.rules.ts'
import type { LetterValues } from '#shared/letters/letter-values.rules.ts'
import { gradeNameOf } from '#shared/school/school-grades.rules.ts'
import { type StudentOnPaper, studentsOnPaper } from '../file/student-paper.service.ts'
import { offerValues } from '../offers/offer-letter.service.ts'
import { offerLetterData, readStudent } from '../offers/offer-paper.service.ts'
import { activeOffer, wholeOffer } from '../offers/offer-read.service.ts'
import { jobValues } from './job-letter.service.ts'

/** Values of a student for the letter editor: the letter's own where it could be issued, else name and grade. */
export const studentLetterValues: LetterValueSource = async (tx, ctx, { kind, studentId, school }) => {
  const [student] = await studentsOnPaper(tx, ctx.school.schoolId, [studentId])
  if (!student) return undefined
  const job = LetterJobKind.safeParse(kind)
  const { clock, familyMessages } = ctx.deps
  if (job.success)
    return {
      values: await jobValues(tx, { kind: job.data, student, school, familyMessages, nowMs: clock.nowMs() }),
      isComplete: true,
    }
  const offered = offerLetters.some((each) => each === kind) ? await offeredValues(tx, student, school) : undefined
  if (offered) return { values: offered, isComplete: true }
  const { nameLatin, nameArabic, grade } = student
  const values: LetterValues = {
    'student.name': { latin: nameLatin, arabic: nameArabic },
    'offer.grade': grade === null ? null : gradeNameOf(school.grades, grade),
  }
  return { values, isComplete: false }
}

/** Returns values of the student's current offer; undefined without one. */
async function offeredValues(tx: Tx, { schoolId, id }: StudentOnPaper, school: PaperSchool) {
  const offer = await activeOffer(tx, schoolId, id)
  if (!offer) return undefined
  const guardians = await guardiansOf(tx, schoolId, id)
  const student = await readStudent(tx, schoolId, id)
  const whole = await wholeOffer(tx, offer)
  return offerValues(offerLetterData({ student, guardians, school, showsSignature: () => false, whole }))
}
