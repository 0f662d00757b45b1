import type { Bilingual } from '#shared/kernel/endpoint.ts'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { withLink } from '#shared/kernel/letter/letter-link.rules.ts'
import type { Block } from '#shared/mail/mail.contract.ts'
import { mailBlocks } from '#shared/mail/mail-blocks.rules.ts'
import { compose, inLanguage, schoolIn } from './compose.ts'
import { letterHtml } from './letter-mail.ts'
import { letterText } from './letter-text.ts'
import type { mails } from './mail.table.ts'
import { asHtml, asText } from './write-out.ts'

type Row = Pick<typeof mails.$inferSelect, 'template' | 'language' | 'params' | 'origin'>

interface WrittenMail {
  fromName: string
  subject: string
  text: string
  html: string
  /** Blocks as shown at `/mails`. */
  blocks: readonly Block[]
}

/** Renders an email to be sent: from our template, or in the school's own text. */
export function writtenMail({ template, ...mail }: Row, name: Bilingual): WrittenMail {
  if (template !== 'school-message') {
    const composed = compose({ ...mail, template }, name)
    const { school: fromName, subject, blocks } = composed
    return { fromName, subject, text: asText(composed), html: asHtml(composed), blocks }
  }
  const { subject = '', letter, path } = mail.params
  const fromName = schoolIn(mail.language, name)
  // Content deleted after thirty days; the row stays.
  if (letter === undefined) return { fromName, subject, text: '', html: '', blocks: [] }
  const href = path === undefined ? undefined : mail.origin + inLanguage(path, mail.language)
  const read = ResolvedLetter.parse(JSON.parse(withLink(letter, href)))
  return { fromName, subject, text: letterText(read), html: letterHtml(read), blocks: mailBlocks(read) }
}
