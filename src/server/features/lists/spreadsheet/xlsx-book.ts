import { SheetRefused } from './unreadable.ts'
import { attribute, type XmlTag, xmlTags } from './xml-read.ts'
import type { ZipRead } from './zip-read.ts'

const tagsIn = (zip: ZipRead, name: string): Iterable<XmlTag> => {
  const part = zip.read(name)
  return part ? xmlTags(part) : []
}

/** Returns the path of the first sheet, and the epoch of the workbook's days. @throws SheetRefused not-a-sheet */
export function firstSheet(zip: ZipRead): { path: string; isFrom1904: boolean } {
  let id: string | undefined
  let isFrom1904 = false
  for (const tag of tagsIn(zip, 'xl/workbook.xml')) {
    if (tag.name === 'sheet') id ??= /\s[\w.-]+:id\s*=\s*["']([^"']*)["']/.exec(tag.attributes)?.[1]
    if (tag.name === 'workbookPr') isFrom1904 = /^(1|true)$/.test(attribute(tag, 'date1904') ?? '')
  }
  for (const tag of tagsIn(zip, 'xl/_rels/workbook.xml.rels')) {
    if (tag.name !== 'Relationship' || attribute(tag, 'Id') !== id) continue
    const target = attribute(tag, 'Target') ?? ''
    return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, isFrom1904 }
  }
  throw new SheetRefused('not-a-sheet')
}

/** Returns the texts that cells reference by number, without phonetic hints (`rPh`). */
export function sharedStrings(zip: ZipRead): string[] {
  const texts: string[] = []
  let text = ''
  let isAside = false
  for (const { name, kind, textBefore } of tagsIn(zip, 'xl/sharedStrings.xml')) {
    if (name === 'rPh') isAside = kind === 'begin'
    else if (name === 't' && kind === 'end' && !isAside) text += textBefore
    else if (name === 'si' && kind !== 'begin') {
      texts.push(text)
      text = ''
    }
  }
  return texts
}

/** Built-in formats by number: days, and days with times. */
const knownDay = (format: number) =>
  (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 50 && format <= 58)

/** Returns the cell styles that show a number as a day. */
export function dayStyles(zip: ZipRead): Set<number> {
  const own = new Set<number>()
  const days = new Set<number>()
  let isWithin = false
  let style = 0
  for (const tag of tagsIn(zip, 'xl/styles.xml')) {
    if (tag.name === 'numFmt') {
      // Quoted and bracketed parts are literals, or a colour.
      const code = (attribute(tag, 'formatCode') ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '')
      if (/[yd]/i.test(code)) own.add(Number(attribute(tag, 'numFmtId')))
    } else if (tag.name === 'cellXfs') isWithin = tag.kind === 'begin'
    else if (tag.name === 'xf' && isWithin && tag.kind !== 'end') {
      const format = Number(attribute(tag, 'numFmtId') ?? 0)
      if (knownDay(format) || own.has(format)) days.add(style)
      style += 1
    }
  }
  return days
}
