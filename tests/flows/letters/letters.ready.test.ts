import { describe, expect, it } from 'vitest'
import { defaultLetters } from '#server/features/letters/templates/default-letters.service.ts'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'
import { letterFields } from '#shared/kernel/letter/letter-fields.rules.ts'
import { LetterTemplate } from '#shared/letters/letter-blocks.contract.ts'
import { resolveLetter } from '#shared/letters/letter-resolve.rules.ts'
import { languages, wordsOf } from '#tests/support/checks/words.ts'
import { letterLanguages, readyNames, sampleLook, sampleValues } from '#tests/support/letters/letter-samples.ts'

it('are all there', () => {
  expect(Object.keys(defaultLetters).toSorted()).toEqual([...readyNames].toSorted())
})

describe.each(readyNames)('the letter %s', (name) => {
  const template = defaultLetters[name]

  it('is a template that a school could have written', () => {
    expect(LetterTemplate.parse(template)).toEqual(template)
  })

  it.each(['en', 'ar', 'both'] as const)('lacks nothing in %s when everything is known', (languages) => {
    const { letter, missing } = resolveLetter(template, sampleValues, letterLanguages[languages], sampleLook)
    expect(missing).toEqual([])
    expect(ResolvedLetter.parse(letter)).toEqual(letter)
  })

  it('says Arabic in Arabic and English in English', () => {
    const wordsOf = (lng: 'en' | 'ar') =>
      JSON.stringify(template, (key, value: unknown) => (key === (lng === 'en' ? 'ar' : 'en') ? undefined : value))
    const texts = (lng: 'en' | 'ar') =>
      [...wordsOf(lng).matchAll(/"text":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text ?? '')
    for (const text of texts('ar')) expect(text).not.toMatch(/[A-Za-z]/)
    for (const text of texts('en')) expect(text).not.toMatch(/\p{Script=Arabic}/u)
  })

  it('begins with a heading of the first level and skips none', () => {
    const levels = template.blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : []))
    expect(levels[0]).toBe(1)
    levels.reduce((before, level) => {
      expect(level).toBeLessThanOrEqual(before + 1)
      return level
    }, 0)
  })
})

it('have a name for every field, in both languages', () => {
  for (const lng of languages) {
    const words = wordsOf(lng, 'letters.editor')
    expect(Object.keys(letterFields).filter((field) => !words.has(`field.${field}`))).toEqual([])
  }
})
