import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { guideNames } from '../src/client/features/overview/help/guides.ts'
import { readGuide } from './guides.ts'

const folder = fileURLToPath(new URL('../src/guides/', import.meta.url))
const read = (language: string, name: string) => readGuide(readFileSync(`${folder}${language}/${name}.md`, 'utf8'))

describe('guides', () => {
  it('are there in both languages, with the same blocks in the same order', () => {
    for (const language of ['en', 'ar'])
      expect(readdirSync(folder + language).toSorted()).toEqual(guideNames.map((name) => `${name}.md`).toSorted())
    for (const name of guideNames) {
      const shape = (language: string) =>
        read(language, name).map((block) => [block.kind, 'items' in block ? block.items.length : 0])
      expect(shape('ar'), name).toEqual(shape('en'))
    }
  })

  it('lead only to guides that there are', () => {
    for (const language of ['en', 'ar'])
      for (const name of guideNames) {
        const links = [...JSON.stringify(read(language, name)).matchAll(/"guide":"([^"]+)"/g)].map(([, guide]) => guide)
        expect(guideNames, `${language}/${name}`).toEqual(expect.arrayContaining(links))
      }
  })

  it('refuse what the page cannot show', () => {
    expect(() => readGuide('![a picture](x.png)')).toThrow('"image"')
    expect(() => readGuide('[elsewhere](https://example.org)')).toThrow('"link"')
    expect(readGuide('a `code` & **more**')).toEqual([
      {
        kind: 'paragraph',
        text: [
          { kind: 'text', text: 'a ' },
          { kind: 'code', text: 'code' },
          { kind: 'text', text: ' & ' },
          { kind: 'strong', text: 'more' },
        ],
      },
    ])
  })
})
