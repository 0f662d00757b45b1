import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { studentsToReview } from '#server/features/documents/document-work.service.ts'
import { findPeople } from '#server/features/identity/sessions/people.service.ts'
import { accountsToSettle } from '#server/features/pos/accounts/close-account.service.ts'
import { accountsUnread } from '#server/features/pos/accounts/start-account.service.ts'
import { contactedStudents } from '#server/features/students/record/note.service.ts'
import { openTaskDays, openTasksOf, studentsWithTasksOf } from '#server/features/students/record/task.service.ts'
import { rowView } from '#server/features/students/student-related.service.ts'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { Day, Uuid } from '#shared/kernel/fields.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { businessDay, dayMs, toInstant } from '#shared/kernel/time.ts'
import { type NextStep, nextStep, offerSoonDays, type WorkQueue } from '#shared/students/student-next.rules.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import type { studentWork } from '#shared/students/student-work.contract.ts'
import { cashUnplaced } from '../fees/student-cash.service.ts'
import { feesOwed } from '../fees/student-fee.service.ts'
import { noticeDays, noticesOpen } from '../fees/student-notice.service.ts'
import { endsOf, offersEnding } from '../offers/offer-link.service.ts'
import { studentsOwed } from '../offers/settlement.service.ts'

/** Queries of other domains about students, for `in (…)`, or of `student_id` and `due_on` for the tasks. */
interface QueueSources {
  taskDays: SQL
  contacted: SQL
  offersEnding: SQL
  toReview: SQL
  owed: SQL
  notices: SQL
  unread: SQL
  withMyTasks: SQL
}

interface QueueQuery {
  schoolId: string
  /** School's own day. */
  today: Day
  sources: QueueSources
}

/** Day after every other: files without a day sort last. */
const never = '9999-12-31'

/** First due day: `nextStep` says what is due. `least` ignores nulls. */
const dueOn = sql`least(${students.nextActionOn}, case when ${students.status} = 'on-hold' then ${students.reviewOn} end, task_days.due_on)`

/** Rejected and confirmed files need no further work. */
const isOpen = sql`${students.status} not in ('rejected', 'confirmed')`

/** Condition of each queue: both the counts and the rows use it. */
const conditions = ({ today, sources }: QueueQuery): Record<WorkQueue, SQL> => ({
  unassigned: sql`(${isOpen} and ${students.ownerId} is null)`,
  'due-today': sql`(${isOpen} and ${dueOn} = ${today}::date)`,
  overdue: sql`(${isOpen} and ${dueOn} < ${today}::date)`,
  'no-next-date': sql`(${isOpen} and ${dueOn} is null and ${students.id} in (${sources.contacted}))`,
  'offer-ending': sql`(${isOpen} and ${students.id} in (${sources.offersEnding}))`,
  documents: sql`(${isOpen} and ${students.id} in (${sources.toReview}))`,
  refunds: sql`${students.id} in (${sources.owed})`,
  notices: sql`(${students.status} = 'rejected' and ${students.id} in (${sources.notices}))`,
  'canteen-notes': sql`${students.id} in (${sources.unread})`,
  mine: sql`${students.id} in (${sources.withMyTasks})`,
})

const withTasks = (sources: QueueSources) => sql`(${sources.taskDays}) task_days`

/** Counts the files in each queue. */
async function countQueues(tx: Tx, asked: QueueQuery): Promise<Record<WorkQueue, number>> {
  const each = Object.entries(conditions(asked)).map(
    ([queue, is]) => sql`count(*) filter (where ${is})::int as ${sql.identifier(queue)}`,
  )
  const { rows } = await tx.execute<Record<WorkQueue, number>>(sql`
    select ${sql.join(each, sql`, `)} from ${students}
    left join ${withTasks(asked.sources)} on task_days.student_id = ${students.id}
    where ${students.schoolId} = ${asked.schoolId}`)
  const [counts] = rows
  if (!counts) throw new Error('a count without a row')
  return counts
}

/** Start of a page: after this day and this file. */
interface QueueKey {
  day: Day
  id: string
}

/** Returns the files of one queue, the first due first; one beyond the limit means there are more. */
async function filesInQueue(
  tx: Tx,
  asked: QueueQuery & { queue: WorkQueue; after: QueueKey | undefined; limit: number },
): Promise<{ student: Student; key: QueueKey }[]> {
  const { schoolId, sources, queue, after, limit } = asked
  const day = sql<Day>`coalesce(${dueOn}, ${never}::date)`
  const rows = await tx
    .select({ student: getTableColumns(students), day: sql<Day>`${day}::text` })
    .from(students)
    .leftJoin(withTasks(sources), sql`task_days.student_id = ${students.id}`)
    .where(
      and(
        eq(students.schoolId, schoolId),
        conditions(asked)[queue],
        after && sql`(${day}, ${students.id}) > (${after.day}::date, ${after.id}::uuid)`,
      ),
    )
    .orderBy(day, students.id)
    .limit(limit)
  return rows.map(({ student, day: on }) => ({ student, key: { day: on, id: student.id } }))
}

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
