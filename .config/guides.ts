import { marked, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import type { GuideBlock, GuideText } from '../src/client/features/overview/help/guide.types.ts'

/*
 * Guides are Markdown, so that they can be read beside the source. The build makes data of them: no parser reaches a browser, and a
 * page shows them without inserting HTML. What the page cannot show fails the build.
 */

const refuse = (token: Token): never => {
  throw new Error(`a guide can't contain "${token.type}": ${token.raw.slice(0, 60)}`)
}

const isChild = (token: Token): token is Tokens.Text => token.type === 'text' || token.type === 'escape'

function textOf(token: Token): GuideText[] {
  if (isChild(token) && 'tokens' in token && token.tokens) return token.tokens.flatMap(textOf)
  if (isChild(token)) return [{ kind: 'text', text: decoded(token.text) }]
  if (token.type === 'codespan') return [{ kind: 'code', text: decoded((token as Tokens.Codespan).text) }]
  if (token.type === 'strong') return [{ kind: 'strong', text: decoded((token as Tokens.Strong).text) }]
  if (token.type !== 'link') return refuse(token)
  const { href, text } = token as Tokens.Link
  const guide = /^([a-z-]+)\.md$/.exec(href)?.[1]
  return [guide === undefined ? refuse(token) : { kind: 'guide', text: decoded(text), guide }]
}

/** Returns a text as it is read: the parser encodes it for HTML. */
const decoded = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

const inlineOf = (token: Token): GuideText[] => ('tokens' in token ? (token.tokens ?? []) : []).flatMap(textOf)

function blockOf(token: Token): GuideBlock[] {
  switch (token.type) {
    case 'space':
      return []
    case 'heading':
      return [{ kind: 'heading', level: (token as Tokens.Heading).depth, text: inlineOf(token) }]
    case 'paragraph':
      return [{ kind: 'paragraph', text: inlineOf(token) }]
    case 'code':
      return [{ kind: 'code', text: (token as Tokens.Code).text }]
    case 'list': {
      const { ordered, start, items } = token as Tokens.List
      return [
        {
          kind: 'list',
          isOrdered: ordered,
          start: start === '' ? 1 : start,
          items: items.map((item) => item.tokens.flatMap(inlineOf)),
        },
      ]
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cells = (row: Tokens.TableCell[]) => row.map((cell) => cell.tokens.flatMap(textOf))
      return [{ kind: 'table', head: cells(header), rows: rows.map(cells) }]
    }
    default:
      return refuse(token)
  }
}

/** Returns a guide as data. @throws Error for what a page cannot show */
export const readGuide = (markdown: string): GuideBlock[] => marked.lexer(markdown).flatMap(blockOf)

/** Makes modules of the guides: `import { guide } from '….md'`. */
export const guides = (): Plugin => ({
  name: 'guides',
  transform(code, id) {
    if (!/\/src\/guides\/.+\.md$/.test(id)) return undefined
    return { code: `export const guide = ${JSON.stringify(readGuide(code))}`, map: null }
  },
})
