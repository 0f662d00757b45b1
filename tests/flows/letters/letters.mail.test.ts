import { describe, expect, it } from 'vitest'
import { letterHtml } from '#server/features/mail/letter-mail.ts'
import { letterText } from '#server/features/mail/written-mail.ts'
import { sampleLetter } from '#tests/support/letters/letter-press.ts'
import { readyNames } from '#tests/support/letters/letter-samples.ts'

describe.each(readyNames)('the letter %s as a mail', (name) => {
  it.each(['en', 'ar'] as const)('is whole in %s, runs in its direction and needs nothing from elsewhere', (tongue) => {
    const letter = sampleLetter(name, tongue)
    const html = letterHtml(letter)
    const text = letterText(letter)
    const dir = tongue === 'ar' ? 'rtl' : 'ltr'
    expect(html).toContain(`<html lang="${tongue}" dir="${dir}">`)
    expect(html).toContain(`style="direction:${dir};text-align:${dir === 'rtl' ? 'right' : 'left'}"`)
    expect(html).not.toMatch(/<(script|img|link|iframe|form|svg)|url\(|src=["']|undefined|null/i)
    expect(text).not.toMatch(/undefined|null|[<>]/)
    for (const block of letter.blocks) {
      if (block.kind !== 'para') continue
      for (const { runs } of block.said) for (const run of runs) expect(text).toContain(run.text)
    }
  })

  it('stands in both languages beside each other, and below each other as text', () => {
    const letter = sampleLetter(name, 'both')
    const html = letterHtml(letter)
    expect(html).toContain('<div lang="en" dir="ltr"')
    expect(html).toContain('<div lang="ar" dir="rtl"')
    const [en = '', ar = ''] = letterText(letter).split('\n--\n')
    expect(en).not.toMatch(/النور/)
    expect(ar).toContain('النور')
  })
})

it('lets nothing that was typed become markup', () => {
  const typed = '<img src=x onerror=alert(1)> "&'
  const html = letterHtml(
    sampleLetter('offer-letter', 'en', { 'student.name': { latin: typed, arabic: null }, 'school.email': typed }),
  )
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;&amp;')
  expect(html).not.toContain('<img')
})

it('isolates what came from outside in every place', () => {
  const html = letterHtml(sampleLetter('offer-letter', 'ar'))
  expect(html).toContain('<bdi dir="ltr">\u2066+974 4000 0000\u2069</bdi>')
  expect(html).toContain('<bdi dir="auto">\u2068ليلى خالد المنصوري\u2069</bdi>')
})
