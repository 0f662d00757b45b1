import { readRules } from '#server/features/admissions/rules/admission-rules.service.ts'
import type { MailCtx } from '#server/features/mail/mail.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import type { DueWork } from '#server/kernel/due-work.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { hourMs } from '#shared/kernel/time.ts'
import { readEnquiriesDue } from './enquiry.service.ts'
import type { Eraser } from './erase.ts'
import { eraseJudged } from './erase-checked.ts'
import { eraseEnquiryJudged, erasedBefore, readReturned } from './erase-enquiry.ts'
import { readDue } from './retention.service.ts'

const batch = 50

/**
 * Erases closed files and enquiries past retention, where the school's rules make that automatic, and whatever was erased before a restore
 * and came back. Each is checked in a transaction of its own: stopping is safe after any, several servers may work at once, and one failure stops no other.
 * @returns how many were erased
 */
export async function eraseDue(deps: Deps, schoolId: string, isStopping = () => false): Promise<number> {
  const { school, rules } = await deps.db.tenant(schoolId, async (tx) => ({
    school: await readSchool(tx, schoolId),
    rules: (await readRules(tx, schoolId)).rules,
  }))
  const mail: MailCtx = { deps, school, origin: '' }
  const returned = await eachDue(
    isStopping,
    async () => ({ ids: await deps.db.tenant(schoolId, (tx) => readReturned(tx, schoolId)), next: null }),
    (id) => eraseOne(mail, (tx, by) => eraseEnquiryJudged(tx, by, id, erasedBefore)),
  )
  if (!rules.erasesByItself) return returned
  const at = () => ({ schoolId, timeZone: school.timeZone, nowMs: deps.clock.nowMs() })
  const files = await eachDue(
    isStopping,
    async (after) => {
      const { files: page, next } = await deps.db.tenant(schoolId, (tx) => readDue(tx, at(), { after, limit: batch }))
      return { ids: page.map(({ student }) => student.student_id), next }
    },
    (id) => eraseOne(mail, (tx, by) => eraseJudged(tx, by, id, asked)),
  )
  const enquiries = await eachDue(
    isStopping,
    async (after) => {
      const page = await deps.db.tenant(schoolId, (tx) => readEnquiriesDue(tx, at(), { after, limit: batch }))
      return { ids: page.enquiries.map(({ enquiry }) => enquiry.id), next: page.next }
    },
    (id) => eraseOne(mail, (tx, by) => eraseEnquiryJudged(tx, by, id, asked)),
  )
  return returned + files + enquiries
}

const asked = { cause: 'time-over' as const, reference: undefined }

interface DuePage {
  ids: readonly string[]
  next: string | null
}

/** Erases one by one. @returns how many were erased */
async function eachDue(
  isStopping: () => boolean,
  pageAfter: (after: string | undefined) => Promise<DuePage>,
  eraseOf: (id: string) => Promise<boolean>,
): Promise<number> {
  let gone = 0
  let after: string | undefined
  do {
    const { ids, next } = await pageAfter(after)
    for (const id of ids) {
      if (isStopping()) return gone
      if (await eraseOf(id)) gone += 1
    }
    after = next ?? undefined
  } while (after !== undefined)
  return gone
}

async function eraseOne(mail: MailCtx, eraseIt: (tx: Tx, by: Eraser) => Promise<boolean>): Promise<boolean> {
  const { deps, school } = mail
  const by = { mail, nowMs: deps.clock.nowMs(), userId: null }
  try {
    return await deps.db.tenant(school.schoolId, (tx) => eraseIt(tx, by))
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.error(describeFailure(error), 'what is due can not be erased')
    return false
  }
}

/** Longest delay of an erasure. */
const everyMs = hourMs

/** Runs retention of all schools, round after round, until stopped. */
export const startErasureWorker = (deps: Deps, due: DueWork): Running =>
  keepDoingForSchools({
    everyMs,
    kind: 'erasure',
    due,
    work: (schoolId, isStopping) => eraseDue(deps, schoolId, isStopping),
    onFailure: (error) => deps.log.error(describeFailure(error), 'closed files can not be looked after now'),
  })
