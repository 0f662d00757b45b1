import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { lettersById } from '#server/features/letters/issue/letter-list.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  changeLetterJob,
  checkLetterJob,
  type LetterJob,
  letterJobFile,
  letterJobs,
  startLetterJob,
} from '#shared/admissions/letter-job.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { fileOfLetters, type Making } from './job-file.ts'
import {
  addJob,
  checkLetters,
  findJob,
  type JobRow,
  jobView,
  latestJobs,
  lettersOfJob,
  setJob,
  studentsInAudience,
} from './letter-job.service.ts'
import { runLetterJob } from './run-letter-job.service.ts'

const allow = (ctx: SessionCtx) => requirePermission(ctx.session, 'letters.issue')

/** Continues a job after the call is answered; problems appear in its rows, or in the log. */
function continueJob({ deps, school: { schoolId } }: SessionCtx, id: string): void {
  runLetterJob(deps, schoolId, id).catch((error: unknown) =>
    deps.log.error(describeFailure(error), 'a job of letters stopped'),
  )
}

const fileRoute = (files: Map<string, Making>) =>
  route.session(letterJobFile, async (ctx, { id, as, leavesOut }) => {
    allow(ctx)
    const { schoolId } = ctx.school
    const letters = await ctx.tenant(async (tx) => {
      const rows = await lettersOfJob(tx, await findJob(tx, schoolId, id))
      return lettersById(
        tx,
        schoolId,
        rows.flatMap(({ letterId }) => letterId ?? []),
      )
    })
    if (letters.length === 0) throw new AppError('request.not-found')
    const making: Making = { done: 0, total: letters.length }
    files.set(id, making)
    try {
      return await fileOfLetters(ctx, letters, { as, leavesOut, making })
    } finally {
      if (files.get(id) === making) files.delete(id)
    }
  })

export const letterJobRoutes: Feature = ({ clock, familyMessages }) => {
  /** Files being made now, by job id. */
  const files = new Map<string, Making>()
  const told = async (tx: Tx, job: JobRow): Promise<LetterJob> => ({
    ...(await jobView(tx, job)),
    making: files.get(job.id) ?? null,
  })
  return [
    route.session(checkLetterJob, async (ctx, { kind, whom }) => {
      allow(ctx)
      const { schoolId } = ctx.school
      return ctx.tenant(async (tx) => {
        const letter = { schoolId, kind, familyMessages, nowMs: clock.nowMs() }
        return checkLetters(tx, letter, await studentsInAudience(tx, schoolId, whom))
      })
    }),
    route.session(startLetterJob, async (ctx, { kind, whom, commandId: id }) => {
      allow(ctx)
      const { schoolId } = ctx.school
      const job = await ctx.tenant(async (tx) => {
        const students = await studentsInAudience(tx, schoolId, whom)
        const startedBy = ctx.session.user.userId
        const { origin } = ctx
        const isNew = await addJob(
          tx,
          { schoolId, id, kind, origin, startedAt: toInstant(clock.nowMs()), startedBy },
          students,
        )
        if (isNew)
          await recordAuditEvent(tx, ctx, 'letters-issued', { about: null, facts: { kind, count: students.length } })
        return told(tx, await findJob(tx, schoolId, id))
      })
      continueJob(ctx, id)
      return { job }
    }),
    route.session(letterJobs, async (ctx) => {
      allow(ctx)
      return ctx.tenant(async (tx) => {
        const jobs = []
        for (const job of await latestJobs(tx, ctx.school.schoolId)) jobs.push(await told(tx, job))
        return { jobs }
      })
    }),
    route.session(changeLetterJob, async (ctx, { id, isRunning }) => {
      allow(ctx)
      const { schoolId } = ctx.school
      const job = await ctx.tenant(async (tx) => {
        await setJob(tx, await findJob(tx, schoolId, id), isRunning ? 'running' : 'stopped')
        return told(tx, await findJob(tx, schoolId, id))
      })
      if (isRunning) continueJob(ctx, id)
      return { job }
    }),
    fileRoute(files),
  ]
}
