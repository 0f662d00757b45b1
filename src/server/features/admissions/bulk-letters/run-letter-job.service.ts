import { and, asc, eq, isNull } from 'drizzle-orm'
import { type IssuedRow, issueLetter } from '#server/features/letters/issue/issue-letter.service.ts'
import { printLetters } from '#server/features/letters/issue/print-letter.service.ts'
import { type PaperSchool, paperSchool } from '#server/features/letters/templates/letter-school.service.ts'
import { type TemplateVersion, templateOfSource } from '#server/features/letters/templates/letter-template.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { runJob, runningJobs } from '#server/kernel/jobs.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { AppError } from '#shared/kernel/errors.ts'
import type { LetterTopic } from '#shared/letters/letter-kinds.rules.ts'
import { lockStudent } from '../file/student-row.service.ts'
import { tryLetter } from './job-letter.service.ts'
import type { JobRow } from './letter-job.service.ts'
import { letterJobRows, letterJobs } from './letter-job.table.ts'

/** Letters that are issued in one transaction; their paper is made after it. */
const batch = 20

const topics: Readonly<Record<JobRow['kind'], LetterTopic>> = {
  'waiting-list': 'decision',
  rejection: 'decision',
  'admission-form': 'application',
}

/** The letters of a job; the paper of some is made while the next are issued. */
const letterJob = (deps: Deps, schoolId: string) => ({
  table: letterJobs,
  next: (tx: Tx, job: JobRow) => issueSome(tx, deps, job),
  after: async (issued: IssuedRow[]) => {
    // What cannot be made now is made when it is wanted.
    await printLetters({ deps, school: { schoolId } }, issued).catch((error: unknown) => {
      if (!(error instanceof AppError)) deps.log.error(describeFailure(error), 'letters of a job were not printed')
    })
  },
})

/** Goes on with a job of letters, as `runJob` of the kernel does. */
export const runLetterJob = (deps: Deps, schoolId: string, id: string, isStopping = () => false): Promise<void> =>
  runJob(deps.db, letterJob(deps, schoolId), { schoolId, id }, isStopping)

/** @returns nothing when there is no more to do */
async function issueSome(tx: Tx, deps: Deps, job: JobRow): Promise<IssuedRow[] | undefined> {
  const { schoolId, id } = job
  const rows = await tx
    .select()
    .from(letterJobRows)
    .where(
      and(
        eq(letterJobRows.schoolId, schoolId),
        eq(letterJobRows.jobId, id),
        isNull(letterJobRows.letterId),
        isNull(letterJobRows.lacks),
      ),
    )
    .orderBy(asc(letterJobRows.position))
    .limit(batch)
  if (rows.length === 0) return undefined
  const issued: IssuedRow[] = []
  const mail: MailCtx = { deps, school: await readSchool(tx, schoolId), origin: job.origin }
  const school = await paperSchool(tx, schoolId)
  // Those that the job began with: all of its letters say the same.
  const words = await templateOfSource(tx, { schoolId, name: job.kind }, id)
  for (const row of rows) {
    const letter = await issueOne(tx, { mail, job, school, words }, row)
    if (letter) issued.push(letter)
  }
  return issued
}

/** One student's letter, judged by how they stand now; or what stands against it. */
async function issueOne(
  tx: Tx,
  { mail, job, school, words }: { mail: MailCtx; job: JobRow; school: PaperSchool; words: TemplateVersion },
  { position, studentId }: typeof letterJobRows.$inferSelect,
): Promise<IssuedRow | undefined> {
  const { schoolId, id: jobId, kind } = job
  const { clock, familyMessages } = mail.deps
  const nowMs = clock.nowMs()
  const student = await lockStudent(tx, schoolId, studentId)
  const tried = await tryLetter(tx, { kind, student, school, template: words.template, familyMessages, nowMs })
  const isThis = and(
    eq(letterJobRows.schoolId, schoolId),
    eq(letterJobRows.jobId, jobId),
    eq(letterJobRows.position, position),
  )
  if (tried.lacks.length > 0) {
    await tx.update(letterJobRows).set({ lacks: tried.lacks }).where(isThis)
    return undefined
  }
  const letter = await issueLetter(
    tx,
    { mail, nowMs, userId: job.startedBy },
    {
      topic: topics[kind],
      subjectId: studentId,
      kind,
      studentId,
      sourceId: jobId,
      templateVersion: words.version,
      fill: tried.fill,
    },
  )
  await tx.update(letterJobRows).set({ letterId: letter.id }).where(isThis)
  return letter
}

/** Goes on with every job of a school that nobody has stopped. */
export async function runLetterJobs(deps: Deps, schoolId: string, isStopping = () => false): Promise<void> {
  const running = await deps.db.tenant(schoolId, (tx) => runningJobs(tx, letterJobs, schoolId))
  for (const id of running) if (!isStopping()) await runLetterJob(deps, schoolId, id, isStopping)
}

/** How soon a job goes on after its server has ended. */
const everyMs = 15_000

/** Looks after the jobs of all schools, in one round after the other, until it is stopped. */
export const startLetterJobWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'bulk-letters',
    due,
    work: (schoolId, isStopping) => runLetterJobs(deps, schoolId, isStopping),
    onFailure: (error) => deps.log.error(describeFailure(error), 'letters can not be issued now'),
  })
