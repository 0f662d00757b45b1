import type { Language } from '#shared/kernel/fields.ts'
import type { ResolvedBlock, ResolvedLetter, Said } from '#shared/kernel/letter/letter.ts'

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
