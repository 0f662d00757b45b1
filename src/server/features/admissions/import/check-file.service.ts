import type { z } from 'zod'
import type { SessionCtx } from '#server/http/context.ts'
import type { checkImport } from '#shared/admissions/import/student-import.contract.ts'
import { businessDay, toInstant } from '#shared/kernel/time.ts'
import { homeCountry } from '#shared/school/home-country.rules.ts'
import { checkRows } from './check-rows.service.ts'
import { addJob, claimJob, findJob, jobView, keptMs } from './import-job.service.ts'
import { readStudents } from './read-file.service.ts'

/** Reads a file, checks its rows and stores that as a job, once; or returns why the file is not read. */
export async function checkFile(
  ctx: SessionCtx,
  { commandId: id, fileName, data }: z.output<typeof checkImport.body>,
): Promise<z.input<typeof checkImport.reply>> {
  const { schoolId, currency, timeZone } = ctx.school
  const file = readStudents(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)))
  if ('why' in file) return { job: null, unreadable: file }
  const nowMs = ctx.deps.clock.nowMs()
  const { format, heads, order, rows } = file
  const setting = { order, today: businessDay(nowMs, timeZone, 0), country: homeCountry(currency) }
  const job = {
    schoolId,
    id,
    fileName,
    format,
    state: 'judged' as const,
    dayOrder: order,
    unknownHeads: [...heads.unknown],
    unusedHeads: [...heads.unused],
    startedAt: toInstant(nowMs),
    startedBy: ctx.session.user.userId,
    expiresAt: toInstant(nowMs + keptMs.judged),
  }
  return ctx.tenant(async (tx) => {
    if (!(await claimJob(tx, schoolId, id))) await addJob(tx, job, await checkRows(tx, schoolId, setting, rows))
    return { job: await jobView(tx, await findJob(tx, schoolId, id)), unreadable: null }
  })
}
