import type { ResolvedBlock, ResolvedLetter, Run, Said } from '#shared/kernel/letter/letter.ts'
import { directionOf } from './compose.ts'
import { escape } from './write-out.ts'

/*
 * Styles of a letter as an email body: the same blocks as in the document. Tables, since mail programs support no other layout;
 * every direction as an attribute and as a style, since some drop the one and some the other.
 */

const styles = {
  page: 'margin:0;padding:24px 12px;background:#f4f6f6;font-family:system-ui,Segoe UI,Tahoma,Arial,sans-serif;color:#16211f',
  sheet: 'width:100%;max-width:640px;background:#ffffff;border-radius:12px',
  inside: 'padding:28px 24px;font-size:16px;line-height:1.6',
  table: 'width:100%;border-collapse:collapse;margin:0 0 16px',
  head: 'padding:8px;border-bottom:1px solid #c9d2d0;background:#eef4f3;font-size:15px',
  cell: 'padding:8px;border-bottom:1px solid #c9d2d0;font-size:15px;vertical-align:top',
  dim: 'color:#4a5a57',
}
const looks = {
  plain: 'margin:0 0 16px',
  fine: 'margin:0 0 16px;font-size:13px;color:#4a5a57',
  frame: 'margin:0 0 16px;padding:12px 14px;border:1px solid #0f766e;border-radius:8px;background:#eef4f3',
}
const sizes = {
  1: 'margin:16px 0;font-size:24px',
  2: 'margin:20px 0 8px;font-size:18px',
  3: 'margin:16px 0 8px;font-size:16px',
}

/** Renders a value between isolating characters, inside an isolating element: mail programs may support only one of them. */
function runHtml({ text, strong, dir, missing }: Run): string {
  if (dir === 'ltr' && /^https?:\/\/\S+$/.test(text))
    return `<bdi dir="ltr"><a href="${escape(text)}" style="color:#0f766e;word-break:break-all">${escape(text)}</a></bdi>`
  const value = dir
    ? `<bdi dir="${dir}">${dir === 'ltr' ? '\u2066' : '\u2068'}${escape(text)}\u2069</bdi>`
    : escape(text)
  const whole = dir === 'ltr' && text.length <= 36 ? `<span style="white-space:nowrap">${value}</span>` : value
  const said = missing ? `<mark>${whole}</mark>` : whole
  return strong ? `<strong>${said}</strong>` : said
}

const sideHtml = ({ lang, runs }: Said[number], wrap: (content: string) => string): string => {
  const dir = directionOf(lang)
  const start = dir === 'rtl' ? 'right' : 'left'
  return `<div lang="${lang}" dir="${dir}" style="direction:${dir};text-align:${start}">${wrap(runs.map(runHtml).join(''))}</div>`
}

const row = (cells: readonly string[]): string =>
  `<table role="presentation" style="width:100%;border-collapse:collapse"><tr>${cells
    .map(
      (cell, no) =>
        `<td width="${Math.floor(100 / cells.length)}%" style="vertical-align:top;padding:0 ${no === 0 ? 0 : 12}px 0 ${no === 0 ? 12 : 0}px">${cell}</td>`,
    )
    .join('')}</tr></table>`

/** Renders both languages side by side, or the available one. */
const sides = (said: Said, wrap: (content: string) => string): string => {
  const [first, second] = said
  if (!first) return ''
  return second ? row([sideHtml(first, wrap), sideHtml(second, wrap)]) : sideHtml(first, wrap)
}

const whole = (content: string): string => content
const stacked = (said: Said): string => said.map((side) => sideHtml(side, whole)).join('')

function listHtml({ numbered, items }: Extract<ResolvedBlock, { kind: 'list' }>): string {
  const name = numbered ? 'ol' : 'ul'
  const langs = items[0]?.map(({ lang }) => lang) ?? []
  const one = (at: number) => {
    const points = items.flatMap((item) => item.slice(at, at + 1))
    const dir = directionOf(langs[at] ?? 'en')
    const content = points.map(({ runs }) => `<li>${runs.map(runHtml).join('')}</li>`).join('')
    return `<${name} lang="${langs[at]}" dir="${dir}" style="direction:${dir};text-align:${dir === 'rtl' ? 'right' : 'left'};margin:0 0 16px;padding-${dir === 'rtl' ? 'right' : 'left'}:24px">${content}</${name}>`
  }
  return langs.length === 2 ? row([one(0), one(1)]) : one(0)
}

function tableHtml({ head, rows, numbers }: Extract<ResolvedBlock, { kind: 'table' }>): string {
  const [label] = head.label
  const dir = directionOf(label?.lang ?? 'en')
  const isBoth = head.label.length === 2
  const line = (cell: 'th' | 'td', name: Said, values: readonly Said[]) => {
    const style = cell === 'th' ? styles.head : styles.cell
    const scope = cell === 'th' ? ' scope="col"' : ''
    const filled = head.values.map((_, column) => values[column])
    const ends = isBoth ? [name.slice(0, 1), ...filled, name.slice(1)] : [name, ...filled]
    const cells = ends.map((said, at) => {
      const align = numbers[at - 1] && at > 0 && at <= numbers.length ? ' align="right"' : ''
      return `<${cell}${scope}${align} style="${style}">${said ? stacked(said) : ''}</${cell}>`
    })
    return `<tr>${cells.join('')}</tr>`
  }
  const body = rows.map((each) => line('td', each.label, each.values)).join('')
  return `<table dir="${dir}" style="${styles.table}"><thead>${line('th', head.label, head.values)}</thead><tbody>${body}</tbody></table>`
}

function blockHtml(block: ResolvedBlock): string {
  if (block.kind === 'heading') {
    return sides(block.said, (text) => `<h${block.level} style="${sizes[block.level]}">${text}</h${block.level}>`)
  }
  if (block.kind === 'para') {
    const paragraph = (text: string) => `<p style="${looks[block.look]}">${text}</p>`
    return block.layout === 'side'
      ? sides(block.said, paragraph)
      : block.said.map((side) => sideHtml(side, paragraph)).join('')
  }
  if (block.kind === 'list') return listHtml(block)
  if (block.kind === 'table') return tableHtml(block)
  if (block.kind === 'facts') {
    return block.rows
      .map(({ label, value }) =>
        sides(label, whole) === '' ? '' : row([stacked(label), `<strong>${stacked(value)}</strong>`]),
      )
      .join('')
  }
  if (block.kind === 'signatures') {
    return row(block.places.map(({ role, name }) => `${stacked(role)}<bdi dir="auto">${escape(name)}</bdi>`))
  }
  return '<div style="height:12px"></div>'
}

/** Renders a letter as HTML for email: no script, no picture, nothing fetched; all data is escaped. */
export function letterHtml(letter: ResolvedLetter): string {
  const [lang] = letter.languages
  const dir = directionOf(lang)
  const { letterhead, verification } = letter
  const proof = verification ? `${stacked(verification.said)}<bdi dir="ltr">${escape(verification.url)}</bdi>` : ''
  const head = letterhead ? `<div style="${styles.dim}">${sides(letterhead.name, whole)}</div>` : ''
  return `<!doctype html>
<html lang="${lang}" dir="${dir}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(letter.title)}</title></head>
<body dir="${dir}" style="${styles.page}">
<table role="presentation" width="100%"><tr><td align="center">
<table role="presentation" style="${styles.sheet}"><tr><td style="${styles.inside}">
${[head, ...letter.blocks.map(blockHtml), proof].join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
}
