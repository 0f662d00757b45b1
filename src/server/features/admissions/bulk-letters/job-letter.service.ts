import { findSubmission } from '#server/features/forms/submissions/submission.service.ts'
import { answersOnPaper } from '#server/features/forms/submissions/submission-paper.service.ts'
import { lookOf, type PaperSchool, schoolValues } from '#server/features/letters/templates/letter-school.service.ts'
import { guardiansOf } from '#server/features/students/record/guardian.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FamilyMessages } from '#server/kernel/family-messages.ts'
import type { LetterJobKind } from '#shared/admissions/letter-job.contract.ts'
import type { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import { businessDay, fromInstant } from '#shared/kernel/time.ts'
import type { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import { type Resolved } from '#shared/letters/letter-resolve.types.ts'
import { formatName, type LetterValues, type TwoScripts } from '#shared/letters/letter-values.rules.ts'
import { gradeNameOf } from '#shared/school/school-grades.rules.ts'
import type { StudentOnPaper } from '../file/student-paper.service.ts'
import { messageFacts } from '../transitions/message-facts.service.ts'

/** Letter for one student, with its time. */
export interface JobLetter {
  kind: LetterJobKind
  student: StudentOnPaper
  school: PaperSchool
  template: LetterTemplate
  familyMessages: Pick<FamilyMessages, 'nameReasons'>
  nowMs: number
}

/** Letter that can be issued, or its missing values. */
export interface Tried {
  lacks: string[]
  fill: (verification: ResolvedLetter['verification']) => Resolved
}

/** Reason a letter of this kind would be untrue for a student, whatever is known of them; undefined where it is true. */
const untrue: Readonly<Record<LetterJobKind, (student: StudentOnPaper) => string | undefined>> = {
  'waiting-list': ({ status }) => (status === 'waiting' ? undefined : 'standing'),
  rejection: ({ status, outcome }) =>
    status === 'rejected' && outcome === 'refused-by-school' ? undefined : 'standing',
  'admission-form': ({ submissionId }) => (submissionId === null ? 'application.receivedOn' : undefined),
}

/** Fills a letter in for one student, without issuing it. */
export async function tryLetter(tx: Tx, { template, ...letter }: JobLetter): Promise<Tried> {
  const { kind, student, school } = letter
  const values = await jobValues(tx, letter)
  const fill: Tried['fill'] = (verification) =>
    resolveLetter(template, values, ['en', 'ar'], lookOf(school, verification))
  const reason = untrue[kind](student)
  return { lacks: reason === undefined ? fill(null).missing : [reason], fill }
}

/** Returns the values of a letter of this kind for one student. */
export async function jobValues(
  tx: Tx,
  { kind, student, school, familyMessages, nowMs }: Omit<JobLetter, 'template'>,
): Promise<LetterValues> {
  const { schoolId, submissionId, entryYear, grade, reference } = student
  const found = submissionId === null ? undefined : await findSubmission(tx, schoolId, submissionId)
  const { definition, row } = found ?? {}
  const applicant = definition && row ? row.answers[definition.contact.name] : undefined
  const guardians = await guardiansOf(tx, schoolId, student.id)
  const guardian = guardians.find(({ isLegalGuardian }) => isLegalGuardian !== false)
  const { waitingPlace, reason } = await messageFacts(tx, student)
  const dayOf = (atMs: number) => businessDay(atMs, school.timeZone, 0)
  return {
    ...schoolValues(school, kind),
    'student.name': { latin: student.nameLatin, arabic: student.nameArabic },
    'guardian.name': guardian ? { latin: guardian.nameLatin, arabic: guardian.nameArabic } : written(applicant),
    'application.reference': formatReference(reference),
    'application.waitingPlace': kind === 'waiting-list' ? waitingPlace : null,
    'application.reason': kind === 'rejection' && (await familyMessages.nameReasons(tx, schoolId)) ? reason : null,
    'letter.reference': formatReference(reference),
    'letter.date': dayOf(nowMs),
    'offer.grade': grade === null ? null : gradeNameOf(school.grades, grade),
    'offer.year': entryYear === null ? null : `${entryYear}/${String((entryYear + 1) % 100).padStart(2, '0')}`,
    'sign.school': { name: school.name[school.language], day: dayOf(nowMs) },
    ...(kind === 'admission-form' && definition && row
      ? {
          'application.receivedOn': dayOf(fromInstant(row.receivedAt)),
          'application.answers': answersOnPaper(definition, row.answers, student.place ?? 0),
        }
      : {}),
  }
}

/** Returns the person who filled the application in, while the record has no guardian. */
const written = (name: unknown): TwoScripts | null => (typeof name === 'string' ? formatName(name) : null)
