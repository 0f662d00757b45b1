import { and, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/kernel/db.ts'
import { newestFirst, type RecordQuery, withinRecord } from '#server/kernel/record.ts'
import { uuidList } from '#server/kernel/sql-values.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type MailFailure, mails } from './mail.table.ts'
import { familyTemplates, type MailTemplate } from './mail-templates.ts'

interface MailQuery extends RecordQuery {
  template: string | undefined
  state: 'queued' | 'sent' | 'failed' | undefined
  text: string | undefined
  /** Students whose files match the text. */
  children: readonly string[]
  /** True if part of an address may match. */
  byAddress: boolean
}

interface LoggedMail {
  id: string
  at: string
  template: MailTemplate
  recipient: string
  studentId: string | null
  language: Language
  state: 'queued' | 'sent' | 'failed'
  failure: MailFailure | null
  sentAt: string | null
  /** Child's name as used in it, while stored. */
  subject: string | null
}

const columns = { ...mails, at: mails.createdAt, by: mails.id }
const subject = sql<string | null>`${mails.params}->>'subject'`

/** Lists emails to families, the newest first: recipient and kind, and nothing of the content but the child's name. */
export function mailsLogged(tx: Tx, asked: MailQuery): Promise<LoggedMail[]> {
  const { template, state, text } = asked
  // Emails with the school's own text are listed with their message; failed ones are searched for directly.
  const kinds = state === 'failed' ? [...familyTemplates, 'school-message' as const] : familyTemplates
  const found = text === undefined ? undefined : matchingText(text, asked)
  return tx
    .select({
      id: mails.id,
      at: mails.createdAt,
      template: mails.template,
      recipient: mails.recipient,
      studentId: mails.studentId,
      language: mails.language,
      state: mails.state,
      failure: mails.failure,
      sentAt: mails.sentAt,
      subject: sql<string | null>`case when ${ne(mails.template, 'school-message')} then ${subject} end`,
    })
    .from(mails)
    .where(
      and(
        withinRecord(columns, asked),
        inArray(mails.template, [...kinds]),
        template === undefined ? undefined : sql`${mails.template} = ${template}`,
        state && eq(mails.state, state),
        found,
      ),
    )
    .orderBy(...newestFirst(columns))
    .limit(asked.limit)
}

const matchingText = (text: string, { children, byAddress }: MailQuery): SQL | undefined => {
  const holds = (column: SQL) => sql`strpos(lower(${column}), lower(${text})) > 0`
  return or(
    holds(subject),
    sql`${mails.studentId} = any(${uuidList(children)})`,
    byAddress ? holds(sql`${mails.recipient}`) : undefined,
  )
}
