import { SheetRefused } from './unreadable.ts'

/** One tag, with the text before it. */
export interface XmlTag {
  /** Name without namespace prefix. */
  name: string
  kind: 'begin' | 'end' | 'empty'
  /** As written; `attribute` reads one of them. */
  attributes: string
  textBefore: string
}

/**
 * Yields the tags of a part of a workbook. Constructs that a workbook never has and an attack does (a document type, custom
 * entities) are refused. @throws SheetRefused unsafe, damaged
 */
export function* xmlTags(bytes: Uint8Array): Generator<XmlTag> {
  const xml = xmlText(bytes)
  let text = ''
  for (let at = 0; at < xml.length; ) {
    const open = xml.indexOf('<', at)
    if (open < 0) return
    text += unescaped(xml.slice(at, open))
    const jump = besides(xml, open)
    if (jump) {
      text += jump.text
      at = jump.next
      continue
    }
    const close = tagEnd(xml, open)
    const isEnd = xml[open + 1] === '/'
    const isEmpty = xml[close - 1] === '/'
    const inner = xml.slice(open + (isEnd ? 2 : 1), isEmpty ? close - 1 : close)
    const [, name = ''] = /^(?:[^\s:]+:)?([^\s:]+)/.exec(inner) ?? []
    yield {
      name,
      kind: isEnd ? 'end' : isEmpty ? 'empty' : 'begin',
      attributes: inner,
      textBefore: text,
    }
    text = ''
    at = close + 1
  }
}

/** Skips comments, instructions and CDATA: they look like a tag and are none. */
function besides(xml: string, open: number): { text: string; next: number } | undefined {
  const mark = xml[open + 1]
  if (mark !== '!' && mark !== '?') return undefined
  if (mark === '?') return { text: '', next: past(xml, '?>', open) }
  if (xml.startsWith('<!--', open)) return { text: '', next: past(xml, '-->', open) }
  if (!xml.startsWith('<![CDATA[', open)) throw new SheetRefused('unsafe')
  const next = past(xml, ']]>', open)
  return { text: xml.slice(open + 9, next - 3), next }
}

function past(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from)
  if (found < 0) throw new SheetRefused('damaged')
  return found + mark.length
}

/** Returns a tag's end; the character may also stand within an attribute's quotes. */
function tagEnd(xml: string, open: number): number {
  let quote = ''
  for (let at = open + 1; at < xml.length; at += 1) {
    const sign = xml[at] ?? ''
    if (quote !== '') quote = sign === quote ? '' : quote
    else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '>') return at
  }
  throw new SheetRefused('damaged')
}

function xmlText(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  return new TextDecoder(isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8').decode(bytes)
}

/** Returns the value of an attribute, whatever its prefix; undefined where there is none. */
export function attribute({ attributes }: XmlTag, name: string): string | undefined {
  const found = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : unescaped(value)
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(/&([^;&]{0,10});?/g, (_, code: string) => {
        const known = named[code]
        if (known !== undefined) return known
        const point = /^#x[\da-f]+$/i.test(code)
          ? Number.parseInt(code.slice(2), 16)
          : /^#\d+$/.test(code)
            ? Number(code.slice(1))
            : Number.NaN
        if (!(point > 0 && point <= 0x10ffff)) throw new SheetRefused('damaged')
        return String.fromCodePoint(point)
      })
    : text
