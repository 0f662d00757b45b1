import { desc } from 'drizzle-orm'
import { mails } from '#server/features/mail/mail.table.ts'
import { writtenMail } from '#server/features/mail/written-mail.ts'
import { register } from '#shared/identity/account.contract.ts'
import { type Box, type Caller, call, type Reply } from './server.ts'

export type MailRow = typeof mails.$inferSelect

/** The queued mails of all schools, the latest first. */
export const mailRows = (box: Box): Promise<MailRow[]> =>
  box.db.owner.select().from(mails).orderBy(desc(mails.createdAt), desc(mails.id))

/** What the latest mail to somebody says, with its code and the token of its link; undefined when there is none. */
export async function latestMail(box: Box, to: string) {
  const row = (await mailRows(box)).find(({ recipient }) => recipient === to)
  if (!row) return undefined
  const { subject, blocks } = writtenMail(row, { en: 'School', ar: 'مدرسة' })
  const links = blocks.flatMap((block) => (block.kind === 'link' ? [block.href] : []))
  const token = links.flatMap((href) => /#token=([\w-]+)$/.exec(href)?.[1] ?? [])[0] ?? ''
  const code = blocks.find(({ kind }) => kind === 'code')?.text ?? ''
  return { ...row, subject, links, token, code, words: blocks.map(({ text }) => text).join('\n') }
}

/** The latest mail, where there must be one. */
export async function mailTo(box: Box, to: string) {
  const mail = await latestMail(box, to)
  if (!mail) throw new Error('no mail was queued')
  return mail
}

export const newPassword = 'seven quiet camels'

/** Begins a registration as the page does; no two at the same instant, so that "the latest mail" is one. */
export function signUp(box: Box, from: Caller, email: string, more: Record<string, unknown> = {}): Promise<Reply> {
  box.clock.advance(1)
  return call(box.app, from, register, { name: 'Amal Haddad', email, password: newPassword, language: 'en', ...more })
}

const random = new Set(['ticket', 'expiresAt'])

/** The same answer with what is random in it taken out: two of them can be compared. */
export const shapeOf = ({ status, body }: Reply) => ({
  status,
  body: Object.fromEntries(Object.entries(body).map(([key, value]) => [key, random.has(key) ? key : value])),
})
