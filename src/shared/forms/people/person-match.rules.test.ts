import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nameParts } from './name-sound.rules.ts'
import { matchPeople, type PersonClues, preparePerson } from './person-match.rules.ts'

const match = (one: PersonClues, other: PersonClues) => matchPeople(preparePerson(one), preparePerson(other))
const named = (one: string, other: string) => match({ names: [one] }, { names: [other] })

describe('the parts of a name', () => {
  it.each([
    ['Abd al-Rahman bin Khalid Al-Thani', ['abdrahman', 'khalid', 'thani']],
    ['Abdul Aziz  AL SABAH', ['abdaziz', 'sabah']],
    ['عبد الرحمن بن خالد آل ثاني', ['عبدالرحمن', 'خالد', 'ثاني']],
    ['Noor al-Din As-Sayed', ['noordin', 'sayed']],
    ['نور الدين السيد', ['نوردين', 'السيد']],
    ['Abu Bakr El Masri', ['abubakr', 'masri']],
    ['Ja‘far O’Brien', ['jafar', 'obrien']],
    ['Mo7amed', ['mohamed']],
    ['Ben Smith', ['ben', 'smith']],
    ['Al', ['al']],
    [' - ', []],
  ])('%j', (name, parts) => {
    expect(nameParts(name)).toEqual(parts)
  })
})

describe('two records', () => {
  it('of one name say how alike they are', () => {
    expect(named('Mohammed Ahmed Al-Kuwari', 'mohammed ahmed alkuwari').reasons).toEqual([
      { clue: 'name', how: 'spelling' },
    ])
    expect(named('Mohammed Ahmed Al-Kuwari', 'Mohammed  Ahmed Al Kuwari').reasons).toEqual([
      { clue: 'name', how: 'same' },
    ])
    expect(named('Mohammed Ahmed Al-Kuwari', 'محمد احمد الكواري').reasons).toEqual([{ clue: 'name', how: 'script' }])
    expect(named('Mohammed Ahmed Al-Kuwari', 'Al-Kuwari Mohammed Ahmed').reasons).toEqual([
      { clue: 'name', how: 'order' },
    ])
    expect(named('Mohammed Ahmed Al-Kuwari', 'Mohammed Al-Kuwari').reasons).toEqual([{ clue: 'name', how: 'partly' }])
    expect(named('Mohammed Ahmed Al-Kuwari', 'Jassim Al-Emadi')).toEqual({ score: 0, isHint: false, reasons: [] })
  })

  it.each([
    ['2019-03-04', 'same', 30],
    ['2019-04-03', 'day-and-month', 22],
    ['2019-03-05', 'one-digit', 12],
    ['2018-03-04', 'one-digit', 12],
    ['2016-11-20', undefined, -30],
  ] as const)('born 2019-03-04 and %s: %s', (birthDate, how, points) => {
    const plain = named('Sara Adel', 'سارة عادل').score
    const dated = match({ names: ['Sara Adel'], birthDate: '2019-03-04' }, { names: ['سارة عادل'], birthDate })
    expect(dated.score).toBe(plain + points)
    expect(dated.reasons.find(({ clue }) => clue === 'birth-date')?.how).toBe(how)
  })

  it('under one phone and email are a family until the given name says otherwise', () => {
    const family = { phone: '+97455123456', email: 'Home@Example.qa ' }
    const sara = { names: ['Sara Adel'], ...family }
    expect(match(sara, { names: ['Dana Adel'], ...family, email: 'home@example.qa' })).toMatchObject({
      isHint: false,
      reasons: [{ clue: 'phone' }, { clue: 'email' }],
    })
    expect(match(sara, { names: ['سارة عادل'], ...family })).toMatchObject({ isHint: true })
    // Twins share everything but the name.
    const twin = { ...family, birthDate: '2019-03-04' }
    expect(match({ names: ['Sara Adel'], ...twin }, { names: ['Dana Adel'], ...twin }).isHint).toBe(false)
  })

  it('known in both scripts are compared in the one that fits', () => {
    const both = { names: ['Shaikha Mishal', 'شيخة مشعل'], birthDate: '2019-03-04' }
    expect(match(both, { names: ['شيخه مشعل'], birthDate: '2019-03-04' })).toMatchObject({ isHint: true })
  })

  it('without a name, or with nothing at all, are never a hint', () => {
    const rest = { birthDate: '2019-03-04', phone: '+97455123456', email: 'a@example.qa' }
    expect(match({ names: [], ...rest }, { names: [''], ...rest })).toMatchObject({ isHint: false })
    expect(match({ names: ['!'] }, { names: ['!'] })).toEqual({ score: 0, isHint: false, reasons: [] })
  })

  it('are compared the same both ways, whatever they are called', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.string({ unit: fc.constantFrom(...'abdhlmrsuiy -عبدالرحمنةىو '), maxLength: 24 }),
    )
    const person = fc.record({
      names: fc.array(name, { maxLength: 2 }),
      birthDate: fc.constantFrom(undefined, '2019-03-04', '2019-04-03'),
    })
    fc.assert(
      fc.property(person, person, (one, other) => {
        const there = match(one, other)
        const back = match(other, one)
        expect(back.score).toBe(there.score)
        expect(there.score).toBeGreaterThanOrEqual(0)
        expect(there.score).toBeLessThanOrEqual(100)
      }),
      { numRuns: 500 },
    )
  })

  it('are not made slow by a name of ten thousand characters', () => {
    const long = 'Abd al-Rahman '.repeat(700)
    expect(nameParts(long).length).toBeLessThan(17)
    expect(nameParts('ab'.repeat(5_000))[0]?.length).toBeLessThan(33)
    expect(named(long, long.replaceAll('a', 'e')).isHint).toBe(true)
  })
})
