import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { idsFound, studentsOnPaper } from '#server/features/admissions/file/student-paper.service.ts'
import { mailsLogged } from '#server/features/mail/mail-log.service.ts'
import type { Tx } from '#server/kernel/db.ts'
import { newestFirst, type RecordQuery, withinRecord } from '#server/kernel/record.ts'
import type { LogEntry, LogFilter } from '#shared/messaging/message-log.contract.ts'
import { bulkMessagesLogged } from '../bulk/bulk-log.service.ts'
import { studentMessages } from '../message.table.ts'
import { messageView } from '../message-desk.service.ts'
import { findNamedStudent } from '../named-student.ts'
import { readerNames } from '../reader-names.service.ts'

interface LogQuery extends RecordQuery {
  filter: LogFilter
  /** True if addresses are shown in full, and searchable by part. */
  seesAddresses: boolean
}

/** Limit of children found by name. */
const maxChildren = 300

/** Lists messages of all kinds to families, the newest first. */
export async function readLog(tx: Tx, asked: LogQuery): Promise<LogEntry[]> {
  const { kind, what, text } = asked.filter
  // Sequential: a transaction has one connection.
  const children = text === undefined ? [] : await idsFound(tx, asked.schoolId, { text }, maxChildren)
  const isAsked = (of: LogEntry['kind']) => (kind ?? of) === of && (what !== 'many' || of === 'many')
  const decisions = isAsked('decision') ? await ofDecisions(tx, asked, children) : []
  const many =
    isAsked('many') && (what ?? 'many') === 'many' ? await bulkMessagesLogged(tx, { ...asked, children }) : []
  const others = isAsked('mail') ? await ofMails(tx, asked, children) : []
  const entries = [...decisions, ...many, ...others].toSorted(newer).slice(0, asked.limit)
  return asked.seesAddresses ? entries : entries.map(masked)
}

const newer = (a: LogEntry, b: LogEntry): number => {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return a.id < b.id ? 1 : -1
}

const masked = (entry: LogEntry): LogEntry => ({
  ...entry,
  recipients: entry.recipients.map((to) => ({ ...to, email: to.email.replace(/^(.).*@/u, '$1…@') })),
})

const columns = { ...studentMessages, at: studentMessages.madeAt, by: studentMessages.id }

async function ofDecisions(tx: Tx, asked: LogQuery, children: readonly string[]): Promise<LogEntry[]> {
  const { schoolId, filter, seesAddresses } = asked
  const { what, state, text } = filter
  // A failure belongs to an email, and is listed there.
  if (state === 'failed') return []
  const saying =
    text === undefined
      ? undefined
      : or(
          inArray(studentMessages.studentId, [...children]),
          seesAddresses ? sql`strpos(lower(${studentMessages.recipients}::text), lower(${text})) > 0` : undefined,
        )
  const rows = await tx
    .select()
    .from(studentMessages)
    .where(
      and(
        withinRecord(columns, asked),
        what === undefined ? undefined : sql`${studentMessages.event} = ${what}`,
        state && eq(studentMessages.state, state),
        saying,
      ),
    )
    .orderBy(...newestFirst(columns))
    .limit(asked.limit)
  const seen = await messageView(tx, schoolId, rows)
  const ids = [...new Set(rows.map(({ studentId }) => studentId))]
  const known = new Map((await studentsOnPaper(tx, schoolId, ids)).map((student) => [student.id, student]))
  return seen.map(({ studentId, event, madeAt, ...message }) => {
    const student = known.get(studentId)
    return {
      ...message,
      kind: 'decision',
      at: madeAt,
      what: event,
      students: student ? [findNamedStudent(student)] : [],
      subject: null,
    }
  })
}

const mailStateOf = { waiting: 'queued', sent: 'sent', failed: 'failed' } as const
const standingOf = { queued: 'waiting', sent: 'sent', failed: 'failed' } as const

async function ofMails(tx: Tx, asked: LogQuery, children: readonly string[]): Promise<LogEntry[]> {
  const { what, state, text } = asked.filter
  if (state === 'stopped' || state === 'overtaken') return []
  const found = await mailsLogged(tx, {
    ...asked,
    template: what,
    state: state && mailStateOf[state],
    text,
    children,
    byAddress: asked.seesAddresses,
  })
  const ids = [...new Set(found.flatMap(({ studentId }) => studentId ?? []))]
  const known = new Map((await studentsOnPaper(tx, asked.schoolId, ids)).map((student) => [student.id, student]))
  const nameOf = await readerNames(tx, asked.schoolId, ids)
  return found.map((mail) => {
    const { id, at, template, recipient: email, language, state: delivery, failure, sentAt, subject } = mail
    const student = mail.studentId === null ? undefined : known.get(mail.studentId)
    return {
      id,
      kind: 'mail',
      at,
      what: template,
      state: standingOf[delivery],
      dueAt: null,
      students: student ? [findNamedStudent(student)] : [],
      subject: student ? null : subject,
      recipients: [{ name: student ? nameOf(student.id, email, language) : '', email, language, delivery, failure }],
      finding: null,
      textVersion: null,
      settledAt: sentAt,
      settledBy: null,
      reason: null,
    }
  })
}
