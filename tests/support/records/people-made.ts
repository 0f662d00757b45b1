import { createDemoRandom, type DemoRandom } from '#server/db/seed/demo-random.ts'
import { kuwaiti, qatari } from '#server/db/seed/names/gulf.ts'
import type { NameCustom } from '#server/db/seed/names/name-pairs.ts'
import { southAsian, southAsianMuslim } from '#server/db/seed/names/south-asian.ts'
import { widerArab } from '#server/db/seed/names/wider-arab.ts'
import type { PersonClues } from '#shared/forms/people/person-match.rules.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Day } from '#shared/kernel/time.ts'
import type { LabelledPair } from './people-pairs.ts'

/** As offices write Latin names, one habit each. */
const latinHabits: [RegExp, string][] = [
  [/oo/g, 'ou'],
  [/ee/g, 'i'],
  [/ou/g, 'oo'],
  [/q/g, 'k'],
  [/^Al-/g, 'Al '],
  [/^Al-/g, 'El-'],
  [/^Al-/g, 'Al'],
  [/a$/g, 'ah'],
  [/ah$/g, 'a'],
  [/ai/g, 'ei'],
  [/ay/g, 'ai'],
  [/i(?=[^aeiou]$)/g, 'e'],
  [/e(?=[^aeiou]$)/g, 'i'],
  [/([bdlmnrst])\1/g, '$1'],
  [/(?<=[aeiou])s(?=[aeiou])/g, 'ss'],
  [/i$/g, 'y'],
  [/Moh?amm?ed/g, 'Muhammad'],
  [/Abdul(?!la)/g, 'Abdul '],
  [/Abdul/g, 'Abdel'],
  [/dh/gi, 'd'],
  [/u(?=[^aeiou])/g, 'o'],
]

/** The same in Arabic. */
const arabicHabits: [RegExp, string][] = [
  [/[أإآ]/g, 'ا'],
  [/ة/g, 'ه'],
  [/ى$/g, 'ي'],
  [/ي$/g, 'ى'],
  [/^عبد ?/g, 'عبد '],
  [/^عبد /g, 'عبد'],
  [/ء$/g, ''],
  [/ئ/g, 'ي'],
]

const respell = (name: string, habits: typeof latinHabits, random: DemoRandom): string =>
  habits.reduce((text, [what, by]) => (random.chance(0.5) ? text.replace(what, by) : text), name)

const customs: readonly NameCustom[] = [qatari, kuwaiti, widerArab, southAsianMuslim, southAsian]

type Parts = [given: Bilingual, father: Bilingual, family: Bilingual]

const latin = (parts: readonly Bilingual[]) => parts.map(({ en }) => en).join(' ')
const arabic = (parts: readonly Bilingual[]) => parts.map(({ ar }) => ar).join(' ')

const dayOf = (random: DemoRandom) =>
  `20${random.between(10, 21)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(13, 27)).padStart(2, '0')}`
const phoneOf = (random: DemoRandom) => `+9745${String(random.between(1_000_000, 9_999_999))}`

function person(random: DemoRandom): {
  parts: Parts
  clues: { birthDate: Day; phone: string; email: string }
  custom: NameCustom
} {
  const custom = random.pick(customs)
  const parts: Parts = [
    random.pick([...custom.boys, ...custom.girls]),
    random.pick(custom.fathers),
    random.pick(custom.families),
  ]
  return {
    parts,
    custom,
    clues: { birthDate: dayOf(random), phone: phoneOf(random), email: `${random.between(1, 1_000_000)}@example.qa` },
  }
}

/** The same person once more: how the name is written, and what else is told, takes turns. */
function again(index: number, random: DemoRandom): LabelledPair {
  const { parts, clues } = person(random)
  const { birthDate } = clues
  const [given, father, family] = parts
  const write = [
    () => [latin(parts), arabic(parts)],
    () => [latin(parts), parts.map(({ en }) => respell(en, latinHabits, random)).join(' ')],
    () => [arabic(parts), parts.map(({ ar }) => respell(ar, arabicHabits, random)).join(' ')],
    () => [latin(parts), latin([family, given, father])],
    () => [parts.map(({ en }) => respell(en, latinHabits, random)).join(' '), arabic([given, family])],
  ] as const
  const turn = index % write.length
  const [one = '', other = ''] = write[turn]?.() ?? []
  const told: Omit<PersonClues, 'names'>[] = [
    { birthDate },
    { birthDate: `${birthDate.slice(0, 4)}-${birthDate.slice(8)}-${birthDate.slice(5, 7)}`, phone: clues.phone },
    { birthDate: `${birthDate.slice(0, 9)}${(Number(birthDate[9]) + 1) % 10}`, phone: clues.phone },
    { phone: clues.phone },
    // Nothing but a whole name, or a short one with the family's address.
    turn < 3 ? {} : { email: clues.email, birthDate },
  ]
  const tell = told[Math.floor(index / write.length) % told.length] ?? {}
  return {
    one: { names: [one], ...clues },
    other: { names: [other], ...tell },
    isOne: true,
    about: `again: ${one} / ${other}`,
  }
}

/** Somebody else with much in common. */
function another(index: number, random: DemoRandom): LabelledPair {
  const { parts, clues, custom } = person(random)
  const [given, father, family] = parts
  const otherThan = (name: Bilingual, names: readonly Bilingual[]) =>
    random.pick(names.filter(({ ar }) => ar !== name.ar))
  const brother: Parts = [otherThan(given, custom.boys), father, family]
  const cases: (() => [about: string, parts: Parts, told: Omit<PersonClues, 'names'>])[] = [
    () => ['sibling', brother, { ...clues, birthDate: dayOf(random) }],
    () => ['twin', brother, clues],
    () => ['sibling, birth date not told', brother, { phone: clues.phone, email: clues.email }],
    () => ['namesake', parts, { birthDate: dayOf(random), phone: phoneOf(random) }],
    () => [
      'cousin',
      [given, otherThan(father, custom.fathers), family],
      { birthDate: dayOf(random), phone: phoneOf(random) },
    ],
    () => ['father', [father, given, family], { phone: clues.phone, email: clues.email }],
    () => ['born on the same day', person(random).parts, { birthDate: clues.birthDate }],
    () => ['stranger under the same phone', person(random).parts, { birthDate: dayOf(random), phone: clues.phone }],
  ]
  const [about, theirs, told] = (cases[index % cases.length] ?? cases[0])?.() ?? ['', parts, {}]
  const write = random.pick([latin, arabic])
  const one = latin(parts)
  const other = respell(write(theirs), write === latin ? latinHabits : arabicHabits, random)
  return {
    one: { names: [one], ...clues },
    other: { names: [other], ...told },
    isOne: false,
    about: `${about}: ${one} / ${other}`,
  }
}

/** Made by rule from the demo schools' names; the numbers are how many of each. */
export function madePairs(same: number, different: number, seed: number): LabelledPair[] {
  const random = createDemoRandom(seed, 0)
  return [
    ...Array.from({ length: same }, (_, index) => again(index, random)),
    ...Array.from({ length: different }, (_, index) => another(index, random)),
  ]
}
