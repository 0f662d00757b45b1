import type { Bilingual } from '#shared/contract/endpoint.ts'
import type { WaitingMail } from '#shared/contract/mail.ts'
import type { mails } from './mail.table.ts'
import { writtenMail } from './written-mail.ts'

/** A mail as its reader would see it. */
export function waitingMail(row: typeof mails.$inferSelect, school: Bilingual): WaitingMail {
  const { subject, blocks } = writtenMail(row, school)
  const { id, recipient: to, language, template, createdAt } = row
  return { id, to, language, template, createdAt, subject, blocks: [...blocks] }
}
