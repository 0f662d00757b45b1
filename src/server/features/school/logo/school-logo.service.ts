import { fromBase64, toBase64 } from '#shared/kernel/bytes.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { pixelsOf } from '#shared/school/logo.rules.ts'
import type { LogoInput } from '#shared/school/settings/school-logo.contract.ts'
import { cleanLogo } from './clean-logo.service.ts'
import { LogoRefused } from './png-chunks.ts'

/** Bytes of text; a drawn logo has a tenth. */
const maxSvgLength = 200_000
const maxElements = 5000
const maxDepth = 40

/** Elements that draw, and nothing that runs, moves, links or repeats others. */
const drawing = new Set(
  `svg g path rect circle ellipse line polyline polygon defs lineargradient radialgradient stop clippath mask text tspan
  title desc style`.split(/\s+/),
)
/** What editors leave in a file about themselves: dropped with all that is in it. */
const droppable = /^(metadata$|sodipodi:|inkscape:|i:|x:|rdf:|cc:|dc:)/

const attribute =
  /^(id|class|d|x[12]?|y[12]?|d[xy]|c[xy]|f[xy]|r[xy]?|width|height|viewbox|points|transform|fill|fill-(rule|opacity)|stroke|stroke-[a-z]+|opacity|style|clip-(path|rule)|mask|offset|stop-(color|opacity)|(gradient|mask|clippath)(units|contentunits)|gradienttransform|spreadmethod|preserveaspectratio|font-(family|size|weight|style)|text-anchor|dominant-baseline|letter-spacing|color|display|visibility|paint-order|vector-effect)$/

const tag = /<(\/?)([A-Za-z][\w:.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y
const pair = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

interface Parsed {
  at: number
  out: string
  /** Names of the open elements. */
  open: string[]
  /** Depth at which a dropped element was opened. */
  dropped: number | undefined
  elements: number
}

/**
 * Rewrites a drawing from its drawing elements: everything that could run, load or link is refused, what editors note about themselves is
 * dropped. Returns an `svg` element with its own `viewBox`.
 * @throws LogoRefused `bytes`, `broken`, or `unsafe` for a script, a link or an element that draws nothing
 */
export function cleanSvg(text: string): string {
  if (text.length > maxSvgLength) throw new LogoRefused('bytes')
  const source = withoutComments(text)
    .replace(/^\uFEFF/, '')
    .replace(/^\s*<\?xml[^>]*\?>/, '')
    .replace(/^\s*<!DOCTYPE svg [^[>]*>/i, '')
    .trim()
  if (/<[!?]/.test(source)) throw new LogoRefused('unsafe')
  const parsed: Parsed = { at: 0, out: '', open: [], dropped: undefined, elements: 0 }
  while (parsed.at < source.length) readNext(source, parsed)
  if (parsed.open.length > 0 || parsed.elements === 0) throw new LogoRefused('broken')
  return withViewBox(parsed.out)
}

/** Drops comments, each looked for once: a text of beginnings alone costs no more than its length. */
function withoutComments(text: string): string {
  const [first = '', ...rest] = text.split('<!--')
  return [
    first,
    ...rest.map((part) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : `<!--${part}`)),
  ].join('')
}

/** Reads the text up to the next tag and the tag itself. */
function readNext(source: string, parsed: Parsed): void {
  const next = source.indexOf('<', parsed.at)
  const words = source.slice(parsed.at, next === -1 ? undefined : next)
  if (parsed.dropped === undefined) parsed.out += textIn(words, parsed.open.at(-1))
  if (next === -1) {
    parsed.at = source.length
    return
  }
  tag.lastIndex = next
  const [whole, closing, name = '', attributes = '', selfClosing] = tag.exec(source) ?? []
  if (whole === undefined) throw new LogoRefused('broken')
  parsed.at = tag.lastIndex
  if (closing) close(parsed, name)
  else open(parsed, name, attributes, selfClosing === '/')
}

function open(parsed: Parsed, name: string, attributes: string, isEmpty: boolean): void {
  const plain = name.toLowerCase()
  parsed.elements += 1
  if (parsed.elements > maxElements || parsed.open.length > maxDepth) throw new LogoRefused('bytes')
  if ((parsed.open.length === 0) !== (parsed.elements === 1) || (parsed.elements === 1 && plain !== 'svg'))
    throw new LogoRefused('broken')
  const isDropped = parsed.dropped !== undefined || droppable.test(plain)
  if (!isDropped && !drawing.has(plain)) throw new LogoRefused('unsafe')
  if (!isDropped)
    parsed.out += `<${name}${parsed.elements === 1 ? root : ''}${kept(plain, attributes)}${isEmpty ? '/' : ''}>`
  if (isEmpty) return
  if (isDropped) parsed.dropped ??= parsed.open.length
  parsed.open.push(name)
}

const root = ' xmlns="http://www.w3.org/2000/svg"'

function close(parsed: Parsed, name: string): void {
  if (parsed.open.pop() !== name) throw new LogoRefused('broken')
  if (parsed.dropped === undefined) parsed.out += `</${name}>`
  else if (parsed.open.length === parsed.dropped) parsed.dropped = undefined
}

/** Returns the attributes that draw. @throws LogoRefused unsafe for one that could run or load something */
function kept(element: string, attributes: string): string {
  let out = ''
  for (const [, name = '', double, single] of attributes.matchAll(pair)) {
    const plain = name.toLowerCase()
    const value = double ?? single ?? ''
    if (plain.startsWith('on')) throw new LogoRefused('unsafe')
    if (plain === 'href' || plain === 'xlink:href') {
      // A gradient may take its stops from another one of the same drawing.
      if (!/^#[\w.-]+$/.test(value) || !element.endsWith('gradient')) throw new LogoRefused('unsafe')
      out += ` href="${value}"`
    } else if (attribute.test(plain)) out += ` ${name}="${harmless(value).replaceAll('"', '&quot;')}"`
  }
  return out
}

/** Passes on a value or a style that names nothing outside of the drawing. @throws LogoRefused unsafe */
function harmless(value: string): string {
  const bare = value.replaceAll(/url\(\s*(['"]?|&quot;)#[\w.-]+\1\s*\)/gi, '')
  if (/url\s*\(|@|\\|expression|javascript:|&(?!(amp|quot|apos|lt|gt);)/i.test(bare)) throw new LogoRefused('unsafe')
  return value
}

/** Text is kept where it is shown or read, and a style that loads nothing. */
function textIn(words: string, parent: string | undefined): string {
  if (words.trim() === '') return ''
  if (parent === undefined) throw new LogoRefused('broken')
  return /^(text|tspan|title|desc)$/i.test(parent)
    ? words
    : parent.toLowerCase() === 'style'
      ? harmless(words.replaceAll(/\/\*[\s\S]*?\*\//g, ''))
      : ''
}

const number = /^\s*(\d+(?:\.\d+)?)(?:px)?\s*$/

/** Gives a drawing that has only a size its own coordinates, so that it scales. @throws LogoRefused broken without either */
function withViewBox(svg: string): string {
  const [head = ''] = /^<svg[^>]*>/i.exec(svg) ?? []
  if (/\sviewBox="\s*-?[\d.]+[\s,]+-?[\d.]+[\s,]+[\d.]+[\s,]+[\d.]+\s*"/.test(head)) return svg
  const [width, height] = ['width', 'height'].map(
    (side) => number.exec(new RegExp(`\\s${side}="([^"]*)"`, 'i').exec(head)?.[1] ?? '')?.[1],
  )
  if (!width || !height) throw new LogoRefused('broken')
  return svg.replace(root, `${root} viewBox="0 0 ${width} ${height}"`)
}

/**
 * Returns the SVG text that a school's logo is stored as: a drawing of what draws alone, or a picture rewritten within a drawing of
 * its size; empty for none.
 * @throws AppError letter.logo-refused, with the reason as its field
 */
export async function logoSvgOf(logo: LogoInput): Promise<string> {
  if (logo === null) return ''
  if (logo.kind === 'png') return pictureInSvg(await cleanLogo(fromBase64(logo.data)))
  try {
    return cleanSvg(logo.data)
  } catch (error) {
    if (!(error instanceof LogoRefused)) throw error
    throw new AppError('letter.logo-refused', { field: error.reason, cause: error })
  }
}

function pictureInSvg(png: Uint8Array): string {
  const { width, height } = pixelsOf('png', png) ?? { width: 1, height: 1 }
  const size = `width="${width}" height="${height}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" ${size}><image ${size} href="data:image/png;base64,${toBase64(png)}"/></svg>`
}

/** Returns the picture within a stored logo; undefined for one that is drawn. */
export function pngInLogo(logoSvg: string): Uint8Array | undefined {
  const data = /^<svg [^>]*><image [^>]*href="data:image\/png;base64,([A-Za-z0-9+/=]+)"\/><\/svg>$/.exec(logoSvg)?.[1]
  return data === undefined ? undefined : fromBase64(data)
}
