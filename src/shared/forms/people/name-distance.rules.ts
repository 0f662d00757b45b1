import type { Hearing, Vowels } from './name-sound.rules.ts'

/** How far apart two consonants are that people write for one another; all others are a whole step apart. */
const near = new Map<string, number>()
for (const entry of [
  'kq:.05 bp:.05 fv:.1 gj:.15 gq:.2 gG:.15 Gq:.35 kX:.3 gk:.3 hX:.4 CS:.2 Ck:.4 Cj:.35',
  'sT:.15 tT:.2 TD:.15 dD:.1 zD:.15 sz:.4 dT:.3 vw:.15 jy:.4 Sj:.4 GX:.4 td:.5 jz:.5',
]
  .join(' ')
  .split(' ')) {
  const [pair = '', cost] = entry.split(':')
  near.set(pair, Number(cost)).set([...pair].toReversed().join(''), Number(cost))
}

const consonantCost = (one: string, other: string): number => (one === other ? 0 : (near.get(one + other) ?? 1))

/** One letter of ours that may be two of theirs: `Adham` has a d and an h. */
const twofold: Readonly<Record<string, string>> = { D: 'dh', S: 'sh', T: 'th', X: 'kh', G: 'gh' }

function twofoldCost(sound: string, first: string, second: string | undefined): number | undefined {
  const letters = twofold[sound]
  return letters && letters[1] === second ? consonantCost(letters[0] ?? '', first) : undefined
}

const gapCost = (consonant: string): number => (consonant === 'h' ? 0.4 : 1)

const alike = (one: string, other: string): boolean =>
  one === other || (one === 'e' && other !== 'u') || (other === 'e' && one !== 'u')

/** How many of the vowels come, in order, among the others. */
function foundAmong(vowels: string, others: string): number {
  let at = 0
  let found = 0
  for (const vowel of vowels) {
    const next = [...others].findIndex((other, index) => index >= at && alike(vowel, other))
    if (next < 0) continue
    found += 1
    at = next + 1
  }
  return found
}

type Place = 'begin' | 'inside' | 'end'

/** Arabic writes long vowels only, so Latin may have more; what Arabic wrote, Latin must have. */
function acrossScripts(arabic: Vowels, latin: Vowels, place: Place): number {
  const missing = arabic.sounds.length - foundAmong(arabic.sounds, latin.sounds)
  const isLongI = /ai|ei/.test(latin.sounds) || (latin.long && latin.sounds === 'i')
  const unwritten =
    arabic.sounds !== '' || arabic.carried ? 0 : isLongI ? 0.45 : latin.long && /u/.test(latin.sounds) ? 0.2 : 0
  if (place === 'begin') return arabic.carried === latin.carried ? missing * 0.45 : 0.5
  if (place === 'end' && arabic.sounds === '' && latin.sounds !== '') return latin.sounds === 'e' ? 0.1 : 0.45
  return missing * 0.45 + unwritten
}

function withinLatin(one: Vowels, other: Vowels, place: Place): number {
  if (one.sounds === other.sounds) return 0
  const [short, long] =
    one.sounds.length <= other.sounds.length ? [one.sounds, other.sounds] : [other.sounds, one.sounds]
  if (short === '')
    return place === 'begin' ? 0.5 : place === 'end' && long !== 'e' ? 0.45 : /a[iu]/.test(long) ? 0.4 : 0.1
  const missing = short.length - foundAmong(short, long)
  if (missing > 0) return short + long === 'eu' || short + long === 'ue' ? 0.25 : 0.4
  return long.length === short.length ? 0 : /[iu]/.test(long) && !/[iue]/.test(short) ? 0.4 : 0.1
}

function withinArabic(one: Vowels, other: Vowels, place: Place): number {
  if (place === 'begin' && one.carried !== other.carried) return 0.5
  if (one.sounds === other.sounds) return 0
  const [short, long] =
    one.sounds.length <= other.sounds.length ? [one.sounds, other.sounds] : [other.sounds, one.sounds]
  const missing = short.length - foundAmong(short, long)
  if (missing > 0) return 0.45
  if (long.length === short.length) return 0
  return place === 'inside' && long.replace(short, '') === 'a' ? 0.35 : 0.45
}

function vowelCost(one: Hearing, other: Hearing, a: Vowels, b: Vowels, place: Place): number {
  if (one.script === other.script) return one.script === 'latin' ? withinLatin(a, b, place) : withinArabic(a, b, place)
  return one.script === 'arabic' ? acrossScripts(a, b, place) : acrossScripts(b, a, place)
}

/** The least it takes to turn one hearing into the other. */
function distance(one: Hearing, other: Hearing): number {
  const width = other.beats.length + 1
  const costs = new Float64Array((one.beats.length + 1) * width).fill(Number.POSITIVE_INFINITY)
  costs[0] = 0
  const improve = (row: number, column: number, cost: number) => {
    const at = row * width + column
    if (cost < (costs[at] ?? 0)) costs[at] = cost
  }
  for (let row = 0; row <= one.beats.length; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const so = costs[row * width + column] ?? 0
      const a = one.beats[row]
      const b = other.beats[column]
      if (a) improve(row + 1, column, so + gapCost(a.consonant))
      if (b) improve(row, column + 1, so + gapCost(b.consonant))
      if (!a || !b) continue
      const vowels = vowelCost(one, other, a.vowels, b.vowels, row === 0 && column === 0 ? 'begin' : 'inside')
      improve(row + 1, column + 1, so + vowels + consonantCost(a.consonant, b.consonant))
      const pairOfOne = twofoldCost(a.consonant, b.consonant, other.beats[column + 1]?.consonant)
      const pairOfOther = twofoldCost(b.consonant, a.consonant, one.beats[row + 1]?.consonant)
      if (pairOfOne !== undefined) improve(row + 1, column + 2, so + vowels + pairOfOne)
      if (pairOfOther !== undefined) improve(row + 2, column + 1, so + vowels + pairOfOther)
    }
  }
  return (costs.at(-1) ?? 0) + vowelCost(one, other, one.end, other.end, 'end')
}

/** 1 for the same name however it is written, about 0 for another; longer names may differ in more. */
export function nameLikeness(one: readonly Hearing[], other: readonly Hearing[]): number {
  let best = 0
  for (const a of one) {
    for (const b of other) {
      // What differs by this many consonants cannot be the same; most pairs end here.
      if (Math.abs(a.beats.length - b.beats.length) > 2) continue
      const room = 1 + 0.45 * Math.min(a.beats.length, b.beats.length)
      best = Math.max(best, 1 - distance(a, b) / room)
    }
  }
  return best
}

/** From here on two given names are one: brothers' names are often close. */
export const sameName = 0.84

/** What comes after a given name is spelt more freely, and seldom tells two people apart. */
export const sameFamilyName = 0.76
