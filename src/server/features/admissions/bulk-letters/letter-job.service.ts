import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { currentTemplate } from '#server/features/letters/templates/letter-template.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { type LetterJob, maxLetters } from '#shared/admissions/letter-job.contract.ts'
import type { StudentFilter } from '#shared/admissions/student.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { idsFound, type StudentOnPaper, studentsOnPaper } from '../file/student-paper.service.ts'
import { type JobLetter, tryLetter } from './job-letter.service.ts'
import { letterJobRows, letterJobs } from './letter-job.table.ts'

export type JobRow = typeof letterJobs.$inferSelect
type MissingValue = LetterJob['lacking'][number]
const maxRecipients = 200

export type Audience = { ids: string[] } | { filter: StudentFilter }

/** Returns the audience, each student once. @throws AppError letter.too-many, request.not-found for an empty one */
export async function studentsInAudience(tx: Tx, schoolId: string, whom: Audience): Promise<StudentOnPaper[]> {
  const ids = 'ids' in whom ? [...new Set(whom.ids)] : await idsFound(tx, schoolId, whom.filter, maxLetters)
  if (ids.length > maxLetters) throw new AppError('letter.too-many')
  const found = new Map((await studentsOnPaper(tx, schoolId, ids)).map((student) => [student.id, student]))
  const meant = ids.flatMap((id) => found.get(id) ?? [])
  if (meant.length === 0) throw new AppError('request.not-found')
  return meant
}

/** Checks the audience: students who would get a letter, and what others lack. */
export async function checkLetters(
  tx: Tx,
  { schoolId, ...letter }: { schoolId: string } & Pick<JobLetter, 'kind' | 'familyMessages' | 'nowMs'>,
  students: readonly StudentOnPaper[],
) {
  const school = await paperSchool(tx, schoolId)
  const { template } = await currentTemplate(tx, schoolId, letter.kind)
  const lacking: MissingValue[] = []
  for (const student of students) {
    const { lacks } = await tryLetter(tx, { ...letter, student, school, template })
    if (lacks.length > 0) lacking.push(missingValueRow(student, lacks))
  }
  const { length } = lacking
  return {
    total: students.length,
    ready: students.length - length,
    lackingCount: length,
    lacking: lacking.slice(0, maxRecipients),
  }
}

const missingValueRow = ({ id, reference, nameLatin, nameArabic }: StudentOnPaper, lacks: string[]): MissingValue => ({
  student_id: id,
  registration_id: reference,
  student_name: nameLatin,
  student_name_ar: nameArabic,
  lacks,
})

/** Stores a job with a row for each student. Repeating the id returns the existing job. @returns whether it is new */
export async function addJob(
  tx: Tx,
  job: Omit<JobRow, 'total' | 'state'>,
  students: readonly StudentOnPaper[],
): Promise<boolean> {
  const { schoolId, id: jobId } = job
  const added = await tx
    .insert(letterJobs)
    .values({ ...job, state: 'running', total: students.length })
    .onConflictDoNothing()
    .returning({ id: letterJobs.id })
  if (added.length === 0) return false
  const rows = students.map(({ id: studentId }, no) => ({ schoolId, jobId, position: no + 1, studentId }))
  await tx.insert(letterJobRows).values(rows)
  return true
}

/** Returns a job. @throws AppError request.not-found */
export async function findJob(tx: Tx, schoolId: string, id: string): Promise<JobRow> {
  const [job] = await tx
    .select()
    .from(letterJobs)
    .where(and(eq(letterJobs.schoolId, schoolId), eq(letterJobs.id, id)))
  if (!job) throw new AppError('request.not-found')
  return job
}

export const latestJobs = (tx: Tx, schoolId: string): Promise<JobRow[]> =>
  tx
    .select()
    .from(letterJobs)
    .where(eq(letterJobs.schoolId, schoolId))
    .orderBy(desc(letterJobs.startedAt), desc(letterJobs.id))
    .limit(20)

/** Stops a running job, or resumes a stopped one; issued letters stay. */
export async function setJob(tx: Tx, job: JobRow, to: 'running' | 'stopped'): Promise<void> {
  const from = to === 'running' ? 'stopped' : 'running'
  await tx
    .update(letterJobs)
    .set({ state: to })
    .where(and(eq(letterJobs.schoolId, job.schoolId), eq(letterJobs.id, job.id), eq(letterJobs.state, from)))
}

const ofJob = ({ schoolId, id }: Pick<JobRow, 'schoolId' | 'id'>) =>
  and(eq(letterJobRows.schoolId, schoolId), eq(letterJobRows.jobId, id))

/** Returns the letters of a job so far, in order. */
export const lettersOfJob = (tx: Tx, job: JobRow): Promise<{ position: number; letterId: string | null }[]> =>
  tx
    .select({ position: letterJobRows.position, letterId: letterJobRows.letterId })
    .from(letterJobRows)
    .where(and(ofJob(job), isNotNull(letterJobRows.letterId)))
    .orderBy(asc(letterJobRows.position))

/** Returns a job for staff, without its running file. */
export async function jobView(tx: Tx, job: JobRow): Promise<Omit<LetterJob, 'making'>> {
  const { schoolId, id, kind, state, total, startedAt, startedBy } = job
  const [counted] = await tx
    .select({
      issued: sql<number>`count(${letterJobRows.letterId})::int`,
      lacking: sql<number>`count(${letterJobRows.lacks})::int`,
    })
    .from(letterJobRows)
    .where(ofJob(job))
  const rows = await tx
    .select({ studentId: letterJobRows.studentId, lacks: letterJobRows.lacks })
    .from(letterJobRows)
    .where(and(ofJob(job), isNotNull(letterJobRows.lacks)))
    .orderBy(asc(letterJobRows.position))
    .limit(maxRecipients)
  const known = await studentsOnPaper(
    tx,
    schoolId,
    rows.map(({ studentId }) => studentId),
  )
  const people = await findPeople(tx, schoolId, [startedBy])
  return {
    id,
    kind,
    state,
    total,
    issued: counted?.issued ?? 0,
    lackingCount: counted?.lacking ?? 0,
    lacking: rows.flatMap(({ studentId, lacks }) => {
      const student = known.find((each) => each.id === studentId)
      return student && lacks ? [missingValueRow(student, lacks)] : []
    }),
    startedAt,
    by: { userId: startedBy, name: people.get(startedBy)?.name ?? { en: '–', ar: '–' } },
  }
}
