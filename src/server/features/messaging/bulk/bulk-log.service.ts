import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { studentsOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { mailStates, noMail } from '#server/features/mail/mail.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { newestFirst, type RecordQuery, withinRecord } from '#server/kernel/record.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { LogEntry, LogFilter } from '#shared/messaging/message-log.contract.ts'
import { findNamedStudent } from '../named-student.ts'
import { bulkMessages, bulkRecipients } from './bulk-message.table.ts'

interface BulkMessageRequest extends RecordQuery {
  filter: LogFilter
  seesAddresses: boolean
  /** Students who match the text. */
  children: readonly string[]
}

const columns = { ...bulkRecipients, at: bulkRecipients.madeAt, by: bulkRecipients.id }

const standing: Partial<Record<LogEntry['state'], SQL | undefined>> = {
  sent: isNotNull(bulkRecipients.mailId),
  waiting: and(isNull(bulkRecipients.settledAt), eq(bulkMessages.state, 'running')),
  stopped: and(
    isNull(bulkRecipients.mailId),
    or(isNotNull(bulkRecipients.settledAt), sql`${bulkMessages.state} in ('stopped', 'withdrawn')`),
  ),
}

/** Lists bulk messages by guardian, the newest first. */
export async function bulkMessagesLogged(tx: Tx, asked: BulkMessageRequest): Promise<LogEntry[]> {
  const { schoolId, filter, children, seesAddresses } = asked
  const { state, text } = filter
  if (state && !standing[state]) return []
  const holds = (column: SQL) => sql`strpos(lower(${column}), lower(${text ?? ''})) > 0`
  const saying =
    text === undefined
      ? undefined
      : or(
          sql`${bulkRecipients.studentIds} && ${uuidList(children)}`,
          holds(sql`${bulkRecipients.name}`),
          seesAddresses ? holds(sql`${bulkRecipients.email}`) : undefined,
        )
  const rows = await tx
    .select({ to: bulkRecipients, message: bulkMessages })
    .from(bulkRecipients)
    .innerJoin(
      bulkMessages,
      and(eq(bulkMessages.schoolId, bulkRecipients.schoolId), eq(bulkMessages.id, bulkRecipients.messageId)),
    )
    .where(and(withinRecord(columns, asked), state && standing[state], saying))
    .orderBy(...newestFirst(columns))
    .limit(asked.limit)
  const delivered = await mailStates(
    tx,
    schoolId,
    rows.flatMap(({ to }) => to.mailId ?? []),
  )
  const ids = [...new Set(rows.flatMap(({ to }) => to.studentIds))]
  const known = new Map((await studentsOnPaper(tx, schoolId, ids)).map((student) => [student.id, student]))
  return rows.map(({ to, message }) => {
    const mail = (to.mailId && delivered.get(to.mailId)) || noMail
    return {
      id: to.id,
      kind: 'many',
      at: to.madeAt,
      what: 'many',
      state: stateOf(to, message),
      dueAt: message.leavesAt,
      students: to.studentIds.flatMap((id) => known.get(id) ?? []).map(findNamedStudent),
      subject: message.words.title.en,
      recipients: [{ name: to.name, email: to.email, language: to.language, ...mail }],
      finding: findingOf(to),
      textVersion: null,
      settledAt: to.settledAt,
      settledBy: null,
      reason: null,
    }
  })
}

type Recipient = typeof bulkRecipients.$inferSelect

const stateOf = ({ mailId, settledAt }: Recipient, { state }: typeof bulkMessages.$inferSelect): LogEntry['state'] => {
  if (mailId !== null) return 'sent'
  return settledAt === null && state === 'running' ? 'waiting' : 'stopped'
}

function findingOf({ leftOut, field }: Recipient): LogEntry['finding'] {
  if (leftOut === 'no-consent') return { kind: 'no-consent' }
  return leftOut === 'missing' && field ? { kind: 'missing', field } : null
}
