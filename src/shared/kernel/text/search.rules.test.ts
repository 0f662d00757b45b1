import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText, matchScore, searchWords } from './search.rules.ts'

const score = (text: string, query: string) => matchScore(foldText(text), searchWords(query))

describe('foldText', () => {
  it.each([
    ['أحمد', 'احمد'],
    ['إبراهيم', 'ابراهيم'],
    ['آمنة', 'امنه'],
    ['ٱلرحمن', 'الرحمن'],
    ['فاطمة', 'فاطمه'],
    ['مصطفى', 'مصطفي'],
    ['مؤمن', 'مومن'],
    ['رائد', 'رايد'],
    ['هناء', 'هنا'],
    ['شَاي بِالنَّعْنَاع', 'شاي بالنعناع'],
    ['مُحَمَّدٌ', 'محمد'],
    ['عبـــدالله', 'عبدالله'],
    ['علی کریم', 'علي كريم'],
    ['ﻣﺤﻤﺪ', 'محمد'],
    ['ﻻﻣﻊ', 'لامع'],
    ['عصير ٢٥٠ مل', 'عصير 250 مل'],
    ['۱۲۳', '123'],
  ])('takes %s for %s', (one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })

  it('takes a letter with its own hamza sign for the composed letter', () => {
    expect(foldText('ا\u0654حمد')).toBe(foldText('أحمد'))
    expect(foldText('أحمد'.normalize('NFD'))).toBe(foldText('أحمد'.normalize('NFC')))
  })

  it.each([
    ['Café Crème', 'cafe creme'],
    ['JOSÉ Núñez', 'jose nunez'],
    ['Zoë', 'zoe'],
    ['ĀLĪ', 'ali'],
    ['İpek', 'ipek'],
    ['ＡＢＣ　１２', 'abc 12'],
    ['  two   spaces\tand\nlines ', 'two spaces and lines'],
    ["O'Brien-Smith", 'o brien smith'],
    ['G3/12-B', 'g3 12 b'],
  ])('writes %s as %s', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  it('does not let invisible signs of direction or joining cut a word', () => {
    expect(foldText('\u200fأح\u200dمد\u200e')).toBe('احمد')
    expect(foldText('\u2068Ahmed\u2069')).toBe('ahmed')
    expect(foldText('choco\u00adlate')).toBe('chocolate')
  })

  it('keeps apart what is not a variant', () => {
    for (const [one, other] of [
      ['سعد', 'سعيد'],
      ['حمد', 'أحمد'],
      ['ضياء', 'زياء'],
      ['١٢', '٢١'],
      ['ت', 'ط'],
    ]) {
      expect(foldText(one ?? '')).not.toBe(foldText(other ?? ''))
    }
  })

  it('is folded after folding once, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const folded = foldText(text)
        expect(foldText(folded)).toBe(folded)
        expect(folded).toBe(folded.trim())
        expect(folded).not.toMatch(/ {2}|[^\p{L}\p{N} ]/u)
      }),
      { numRuns: 3_000 },
    )
  })

  it('is blind to diacritics strewn over an Arabic name', () => {
    const letters = fc.array(fc.constantFrom(...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'), { minLength: 1, maxLength: 10 })
    const mark = fc.constantFrom('', '\u064b', '\u064e', '\u0650', '\u0651', '\u0652', '\u0670', 'ـ')
    fc.assert(
      fc.property(letters, fc.array(mark, { minLength: 10, maxLength: 10 }), (name, marks) => {
        expect(foldText(name.map((letter, i) => letter + (marks[i] ?? '')).join(''))).toBe(name.join(''))
      }),
    )
  })
})

describe('searchWords', () => {
  it.each([
    ['', []],
    [' \t', []],
    ['!?', []],
    ['أحمد  علي', ['احمد', 'علي']],
    ['G3-12', ['g3', '12']],
  ])('of %j are %j', (query, words) => {
    expect(searchWords(query)).toEqual(words)
  })
})

describe('matchScore', () => {
  it.each([
    ['Fatima Al-Sayed', 'فاطمة'],
    ['Ahmed Ali', 'ahmed omar'],
    ['Tea', 'team'],
    ['Tea', ''],
    ['', 'tea'],
  ])('%j does not answer %j', (text, query) => {
    expect(score(text, query)).toBe(0)
  })

  it.each([
    ['مصطفى أحمد', 'احمد مصطفي'],
    ['Ahmed Ali', 'ali ahm'],
    ['Chocolate milk', 'late'],
    ['عصير برتقال ٢٥٠', '250'],
  ])('%j answers %j: every word, in any order', (text, query) => {
    expect(score(text, query)).toBeGreaterThan(0)
  })

  it('puts the start of the text before the start of a word, and that before its inside', () => {
    expect(score('Milk', 'mil')).toBeGreaterThan(score('Warm milk', 'mil'))
    expect(score('Warm milk', 'mil')).toBeGreaterThan(score('Buttermilk', 'mil'))
    expect(score('Ahmed Ali', 'ali ahmed')).toBeGreaterThan(score('Omar Ahmed Ali', 'ali ahmed'))
    expect(score('Buttermilk milk', 'mil')).toBe(score('Warm milk', 'mil'))
  })

  it('lets a text that starts with the whole query beat every other', () => {
    expect(score('Ali Ahmed', 'ali ahmed')).toBeGreaterThan(score('Ahmed Ali', 'ali ahmed'))
    expect(score('Al Ali', 'al ali')).toBeGreaterThan(score('Ali Al', 'al ali'))
    expect(score('Orange juice', 'orange ju')).toBeGreaterThan(score('Orange apple juice', 'orange ju'))
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.array(word, { maxLength: 6 }), (query, other) => {
        const rival = other.join(' ')
        fc.pre(!rival.startsWith(query.join(' ')))
        expect(matchScore(`${query.join(' ')} x`, query)).toBeGreaterThan(matchScore(rival, query))
      }),
      { numRuns: 1_000 },
    )
  })

  it('is zero exactly when a word is missing', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' '), maxLength: 12 }).map(foldText)
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(text, fc.array(word, { minLength: 1, maxLength: 3 }), (folded, words) => {
        expect(matchScore(folded, words) > 0).toBe(words.every((w) => folded.includes(w)))
      }),
    )
  })
})
