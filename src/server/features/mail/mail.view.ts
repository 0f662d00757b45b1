import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { WaitingMail } from '#shared/mail/mail.contract.ts'
import type { mails } from './mail.table.ts'
import { writtenMail } from './written-mail.ts'

type Row = typeof mails.$inferSelect

/** Returns an email as its reader would see it. */
export function waitingMail(row: Row, school: Bilingual): WaitingMail {
  const { subject, blocks } = writtenMail(row, school)
  const { id, recipient: to, language, template, createdAt } = row
  return { id, to, language, template, createdAt, subject, blocks: [...blocks] }
}

/** Removes the child it is about: links and codes stay, the school's own text does not. */
export function withoutChild(row: Row): Row {
  const { letter: _letter, ...params } = row.params
  return { ...row, params: 'subject' in params ? { ...params, subject: '…' } : params }
}
