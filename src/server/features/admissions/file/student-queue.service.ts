import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { students } from '#server/features/students/student.table.ts'
import type { Student } from '#server/features/students/student.view.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { WorkQueue } from '#shared/students/student-next.rules.ts'

/** Queries of other domains about students, for `in (…)`, or of `student_id` and `due_on` for the tasks. */
export interface QueueSources {
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
export async function countQueues(tx: Tx, asked: QueueQuery): Promise<Record<WorkQueue, number>> {
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
export interface QueueKey {
  day: Day
  id: string
}

/** Returns the files of one queue, the first due first; one beyond the limit means there are more. */
export async function filesInQueue(
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
