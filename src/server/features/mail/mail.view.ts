import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { WaitingMail } from '#shared/mail/mail.contract.ts'
import type { mails } from './mail.table.ts'
import { isSecret } from './mail-templates.ts'
import { writtenMail } from './written-mail.ts'

type Row = typeof mails.$inferSelect

/** Returns an email as its reader would see it. */
export function waitingMail(row: Row, school: Bilingual): WaitingMail {
  const { subject, blocks } = writtenMail(row, school)
  const { id, recipient: to, language, template, createdAt, origin } = row
  // What was left out leaves no empty code and no link to nowhere.
  const left = blocks.filter((block) => (block.kind === 'link' ? block.href !== origin : block.text !== ''))
  return { id, to, language, template, createdAt, subject, blocks: left }
}

/** Whether a child, or a letter about one, is named in it. */
export const isAboutChild = ({ params }: Pick<Row, 'params'>): boolean => 'subject' in params || 'letter' in params

/** Removes the child it is about: links and codes stay, the school's own text does not. */
export function withoutChild(row: Row): Row {
  const { letter: _letter, ...params } = row.params
  return { ...row, params: 'subject' in params ? { ...params, subject: '…' } : params }
}

/** Removes codes and links: whatever opens something. */
export function withoutSecrets<R extends Pick<Row, 'params'>>(row: R): R {
  return { ...row, params: Object.fromEntries(Object.entries(row.params).filter(([name]) => !isSecret(name))) }
}
