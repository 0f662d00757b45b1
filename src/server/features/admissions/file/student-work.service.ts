import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { studentsToReview } from '#server/features/documents/document-work.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { accountsToSettle } from '#server/features/pos/accounts/close-account.service.ts'
import { accountsUnread } from '#server/features/pos/accounts/start-account.service.ts'
import { contactedStudents } from '#server/features/students/record/note.service.ts'
import { openTaskDays, openTasksOf, studentsWithTasksOf } from '#server/features/students/record/task.service.ts'
import { rowView } from '#server/features/students/student-related.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Day, Uuid } from '#shared/kernel/fields.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { businessDay, dayMs, toInstant } from '#shared/kernel/time.ts'
import { type NextStep, nextStep, offerSoonDays } from '#shared/students/student-next.rules.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import type { studentWork } from '#shared/students/student-work.contract.ts'
import { cashUnplaced } from '../fees/student-cash.service.ts'
import { feesOwed } from '../fees/student-fee.service.ts'
import { noticeDays, noticesOpen } from '../fees/student-notice.service.ts'
import { endsOf, offersEnding } from '../offers/offer-link.service.ts'
import { studentsOwed } from '../offers/settlement.service.ts'
import { countQueues, filesInQueue, type QueueKey } from './student-queue.service.ts'

/** Counts each queue, and returns a page of one. @throws AppError request.invalid */
export async function readWork(
  tx: Tx,
  ctx: SessionCtx,
  { queue, after, limit }: z.output<typeof studentWork.body>,
): Promise<z.input<typeof studentWork.reply>> {
  const { schoolId, timeZone } = ctx.school
  const nowMs = ctx.deps.clock.nowMs()
  const today = businessDay(nowMs, timeZone, 0)
  const asked = { schoolId, today, sources: sourcesOf(ctx, nowMs) }
  const counts = await countQueues(tx, asked)
  const found = await filesInQueue(tx, { ...asked, queue, after: readKey(after), limit: limit + 1 })
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  const ids = page.map(({ student }) => student.id)
  const tasks = Map.groupBy(await openTasksOf(tx, schoolId, ids), ({ studentId }) => studentId)
  const notices = canSeeNotices(ctx) ? await noticeDays(tx, schoolId, ids) : new Map<string, Day>()
  const ends = await endsOf(tx, schoolId, ids)
  const staff = await findPeople(
    tx,
    schoolId,
    page.flatMap(({ student }) => student.ownerId ?? []),
  )
  return {
    today,
    counts,
    rows: page.map(({ student }) => ({
      student: rowView(student, staff),
      next: nextOf(student, notices.get(student.id)) ?? nextStep(student, tasks.get(student.id) ?? []),
      offerEndsAt: ends.get(student.id) ?? null,
    })),
    next: last ? `${last.key.day}|${last.key.id}` : null,
  }
}

/** The regulator's period runs for rejected students; for a reopened file it is suspended. */
const nextOf = ({ status }: { status: StudentStatus }, dueOn: Day | undefined): NextStep | undefined =>
  status === 'rejected' && dueOn !== undefined ? { of: 'notice', on: dueOn, task: null } : undefined

const canSeeNotices = ({ session: { kind, roles } }: SessionCtx) => hasScopedPermission(kind, roles, 'sensitive.see')

function sourcesOf(ctx: SessionCtx, nowMs: number) {
  const { school, session } = ctx
  const { schoolId } = school
  const { kind, roles, user } = session
  return {
    taskDays: openTaskDays(schoolId),
    contacted: contactedStudents(schoolId),
    offersEnding: offersEnding(schoolId, toInstant(nowMs + offerSoonDays * dayMs)),
    toReview: studentsToReview(schoolId, {
      sees: hasScopedPermission(kind, roles, 'documents.see'),
      seesSensitive: hasScopedPermission(kind, roles, 'sensitive.see'),
    }),
    owed: sql`${studentsOwed(schoolId)} union ${feesOwed(schoolId)} union ${accountsToSettle(schoolId)} union ${cashUnplaced(schoolId)}`,
    unread: accountsUnread(schoolId, hasScopedPermission(kind, roles, 'sensitive.see')),
    notices: noticesOpen(schoolId, canSeeNotices(ctx)),
    withMyTasks: studentsWithTasksOf(schoolId, user.userId),
  }
}

/** Parses the start of a page. @throws AppError request.invalid */
function readKey(after: string | undefined): QueueKey | undefined {
  if (after === undefined) return undefined
  const [day, id] = after.split('|')
  const key = { day: Day.safeParse(day), id: Uuid.safeParse(id) }
  if (!key.day.success || !key.id.success) throw new AppError('request.invalid', { field: 'after' })
  return { day: key.day.data, id: key.id.data }
}
