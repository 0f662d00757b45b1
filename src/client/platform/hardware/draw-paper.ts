// chunk: hardware
import { type BitPicture, paperDots, toBitPicture } from '#shared/pos/printing/bit-picture.rules.ts'

interface Sketch {
  context: CanvasRenderingContext2D
  /** Dots for a pixel of the page. */
  scale: number
  /** Corner of the paper on the page. */
  left: number
  top: number
}

/** One line of a text as the page has laid it out. */
interface TextLine {
  text: string
  box: DOMRect
  isFirst: boolean
}

/** The lines into which the page has broken a text. */
function linesOf(node: Text): TextLine[] {
  const lines: TextLine[] = []
  const range = document.createRange()
  let from = 0
  let top: number | undefined
  const end = (to: number) => {
    range.setStart(node, from)
    range.setEnd(node, to)
    const text = node.data.slice(from, to).trim()
    if (text !== '' && top !== undefined)
      lines.push({ text, box: range.getBoundingClientRect(), isFirst: lines.length === 0 })
    from = to
  }
  for (let at = 0; at < node.data.length; at += 1) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const box = range.getClientRects()[0]
    // White space between elements is nowhere on the page.
    if (!box || box.width === 0) continue
    if (top !== undefined && Math.abs(box.top - top) > box.height / 2) end(at)
    top = box.top
  }
  end(node.data.length)
  return lines
}

/** A line whose first words a style sets apart has that style. */
function styleOf(element: Element, isFirst: boolean): CSSStyleDeclaration {
  const own = getComputedStyle(element)
  const first = isFirst ? getComputedStyle(element, '::first-line') : own
  return first.fontSize === '' ? own : first
}

function drawText({ context, scale, left, top }: Sketch, node: Text): void {
  const element = node.parentElement
  if (!element) return
  for (const { text, box, isFirst } of linesOf(node)) {
    const { fontStyle, fontWeight, fontSize, fontFamily, direction } = styleOf(element, isFirst)
    context.font = `${fontStyle} ${fontWeight} ${Number.parseFloat(fontSize) * scale}px ${fontFamily}`
    context.direction = direction === 'rtl' ? 'rtl' : 'ltr'
    context.textAlign = 'left'
    context.textBaseline = 'alphabetic'
    const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = context.measureText(text)
    const spare = box.height * scale - above - below
    const baseline = (box.top - top) * scale + spare / 2 + above
    context.fillText(text, (box.left - left) * scale, Math.round(baseline), Math.ceil(box.width * scale) + 1)
  }
}

const fillShape = (context: CanvasRenderingContext2D, shape: Path2D): void => context.fill(shape)

/** Dots of its own size for each module, on whole dots: a code with blurred edges is not read. */
function drawCode({ context, scale, left, top }: Sketch, code: SVGSVGElement): void {
  const box = code.getBoundingClientRect()
  const view = code.viewBox.baseVal
  const dots = Math.max(1, Math.floor((box.width * scale) / view.width))
  const x = Math.round((box.left - left + box.width / 2) * scale - (view.width * dots) / 2)
  const y = Math.round((box.top - top + box.height / 2) * scale - (view.height * dots) / 2)
  context.save()
  context.translate(x - view.x * dots, y - view.y * dots)
  context.scale(dots, dots)
  for (const path of code.querySelectorAll('path')) {
    fillShape(context, new Path2D(path.getAttribute('d') ?? ''))
  }
  context.restore()
}

function drawBorders({ context, scale, left, top }: Sketch, element: HTMLElement): void {
  const style = getComputedStyle(element)
  const width = Number.parseFloat(style.borderTopWidth)
  if (!(width > 0) || style.borderTopStyle === 'none') return
  const box = element.getBoundingClientRect()
  const thick = Math.max(2, Math.round(width * scale))
  context.lineWidth = thick
  context.setLineDash(style.borderTopStyle === 'dashed' ? [10, 8] : [])
  const x = Math.round((box.left - left) * scale) + thick / 2
  const y = Math.round((box.top - top) * scale) + thick / 2
  context.beginPath()
  if (Number.parseFloat(style.borderBottomWidth) > 0)
    context.rect(x, y, Math.round(box.width * scale) - thick, Math.round(box.height * scale) - thick)
  else {
    context.moveTo(x, y)
    context.lineTo(x + Math.round(box.width * scale) - thick, y)
  }
  context.stroke()
}

function blankCanvas(height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width: paperDots, height })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser draws nothing')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, paperDots, height)
  context.fillStyle = '#000'
  return context
}

const pictureOf = (context: CanvasRenderingContext2D, height: number): BitPicture =>
  toBitPicture(context.getImageData(0, 0, paperDots, height).data, paperDots, height)

/**
 * Draws a paper as the page has laid it out, 576 dots wide: the same texts in the same lines and fonts, right to left where the page
 * is, the code on whole dots. `paper` is laid out, on the screen or beside it. Resolves when its fonts are there.
 */
export async function drawPaper(paper: HTMLElement): Promise<BitPicture> {
  await document.fonts.ready
  const box = paper.getBoundingClientRect()
  const scale = paperDots / box.width
  const height = Math.max(8, Math.ceil(box.height * scale))
  const context = blankCanvas(height)
  const sketch: Sketch = { context, scale, left: box.left, top: box.top }
  const walker = document.createTreeWalker(paper, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof Text) drawText(sketch, node)
    else if (node instanceof SVGSVGElement) drawCode(sketch, node)
    else if (node instanceof HTMLElement) drawBorders(sketch, node)
  }
  return pictureOf(context, height)
}

const bannerRows = 64

/** A framed line of large letters across the paper: which copy this is. */
export async function drawBanner(text: string): Promise<BitPicture> {
  await document.fonts.ready
  const context = blankCanvas(bannerRows)
  context.lineWidth = 4
  context.strokeRect(2, 2, paperDots - 4, bannerRows - 12)
  context.font = '700 34px "Vazirmatn Variable", system-ui, sans-serif'
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(text, paperDots / 2, (bannerRows - 8) / 2, paperDots - 24)
  return pictureOf(context, bannerRows)
}
