import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { type ResolvedBlock, ResolvedLetter, type Said } from '#shared/kernel/letter/letter.ts'
import { withLink } from '#shared/kernel/letter/letter-link.rules.ts'
import type { Block } from '#shared/mail/mail.contract.ts'
import { mailBlocks } from '#shared/mail/mail-blocks.rules.ts'
import { compose, inLanguage, schoolIn } from './compose.ts'
import { letterHtml } from './letter-mail.ts'
import type { mails } from './mail.table.ts'
import { asHtml, asText } from './write-out.ts'

/** Returns the text in this language, or in the available one. */
function textIn(said: Said, lang: Language): string {
  const side = said.find((each) => each.lang === lang) ?? said[0]
  return (side?.runs ?? []).map(({ text, dir }) => (dir === 'auto' ? `\u2068${text}\u2069` : text)).join('')
}

function blockText(block: ResolvedBlock, lang: Language): string {
  const say = (said: Said) => textIn(said, lang)
  if (block.kind === 'heading' || block.kind === 'para') return say(block.said)
  if (block.kind === 'list')
    return block.items.map((item, no) => `${block.numbered ? `${no + 1}.` : '-'} ${say(item)}`).join('\n')
  if (block.kind === 'facts') return block.rows.map(({ label, value }) => `${say(label)}: ${say(value)}`).join('\n')
  if (block.kind === 'table') {
    const lines = [block.head, ...block.rows].map(({ label, values }) => [label, ...values].map(say).join(' | '))
    return lines.join('\n')
  }
  if (block.kind === 'signatures')
    return block.places.map(({ role, name }) => [say(role), name].filter(Boolean).join('\n')).join('\n\n')
  return ''
}

/** Renders a letter as plain text for email: one whole language, then the other. */
export function letterText({ languages, letterhead, blocks, verification }: ResolvedLetter): string {
  const parts = languages.map((lang) =>
    [
      letterhead ? textIn(letterhead.name, lang) : '',
      ...blocks.map((block) => blockText(block, lang)),
      verification ? `${textIn(verification.said, lang)}\n${verification.url}` : '',
    ]
      .filter((text) => text !== '')
      .join('\n\n'),
  )
  return `${parts.join('\n\n--\n\n')}\n`
}

/** Returns the paragraphs of a letter in one language, without its head. */
export const letterParagraphs = ({ blocks }: ResolvedLetter, lang: Language): string[] =>
  blocks.map((block) => blockText(block, lang)).filter((text) => text !== '')

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
