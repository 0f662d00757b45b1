import type { Day } from '#shared/kernel/time.ts'
import { nameLikeness, sameFamilyName, sameName } from './name-distance.rules.ts'
import { type Hearing, hearings, nameParts } from './name-sound.rules.ts'

/** What is known of a person when somebody asks whether we know them already. */
export interface PersonClues {
  /** In either script; who is known in both gets the better of the two. */
  names: readonly string[]
  birthDate?: Day | undefined
  /** E.164. */
  phone?: string | undefined
  email?: string | undefined
}

/** Why two records may be one person; a screen says each in a sentence. */
export type MatchReason =
  | { clue: 'name'; how: 'same' | 'spelling' | 'script' | 'order' | 'partly' }
  | { clue: 'birth-date'; how: 'same' | 'day-and-month' | 'one-digit' }
  | { clue: 'phone' | 'email'; how: 'same' }

export interface PersonMatch {
  /** 0 to 100. */
  score: number
  /** Worth showing to a person who decides. Nothing is ever merged by a score. */
  isHint: boolean
  reasons: MatchReason[]
}

/** A person's names taken apart once, to be compared with many. */
export interface PreparedPerson {
  names: { text: string; script: 'arabic' | 'latin'; parts: Hearing[][]; words: string[] }[]
  birthDate: Day | undefined
  phone: string | undefined
  email: string | undefined
}

export const hintScore = 60

export function preparePerson(clues: PersonClues): PreparedPerson {
  return {
    names: clues.names.map((text) => {
      const words = nameParts(text)
      return {
        text: words.join(' '),
        script: /\p{Script=Arabic}/u.test(text) ? 'arabic' : 'latin',
        words,
        parts: words.map(hearings),
      }
    }),
    birthDate: clues.birthDate,
    phone: clues.phone,
    email: clues.email?.trim().toLowerCase(),
  }
}

type Name = PreparedPerson['names'][number]

/** Two neighbouring words that the other name writes as one: `Mah Noor` and `Mahnoor`. */
function joinedLike(name: Name, other: Name): Name {
  for (let at = 0; at + 1 < name.words.length; at += 1) {
    const word = `${name.words[at] ?? ''}${name.words[at + 1] ?? ''}`
    const heard = hearings(word)
    const fits = other.parts.some((part) => nameLikeness(heard, part) > 0.9)
    const isApart = other.parts.some((part) => nameLikeness(name.parts[at] ?? [], part) >= sameName)
    if (fits && !isApart)
      return { ...name, words: name.words.toSpliced(at, 2, word), parts: name.parts.toSpliced(at, 2, heard) }
  }
  return name
}

interface NameVerdict {
  points: number
  how: 'same' | 'spelling' | 'script' | 'order' | 'partly'
  /** Given name and father's name changed places, which is also how a father and his son are called. */
  mayBeFather: boolean
}

/** For every part of the shorter name the likeness to its own partner in the longer one, best pairs first. */
function partners(shorter: Name, longer: Name): { from: number; to: number; likeness: number }[] {
  const pairs = shorter.parts
    .flatMap((part, from) => longer.parts.map((partner, to) => ({ from, to, likeness: nameLikeness(part, partner) })))
    .filter(({ from, to, likeness }) => likeness >= (from === 0 || to === 0 ? sameName : sameFamilyName))
    // A part in its own place before the same part elsewhere.
    .toSorted((a, b) => b.likeness - a.likeness || Math.abs(a.from - a.to) - Math.abs(b.from - b.to))
  const taken: typeof pairs = []
  for (const pair of pairs) {
    if (!taken.some(({ from, to }) => from === pair.from || to === pair.to)) taken.push(pair)
  }
  return taken
}

function compareNames(a: Name, b: Name): NameVerdict | undefined {
  const one = joinedLike(a, b)
  const other = joinedLike(b, one)
  const [shorter, longer] = one.parts.length <= other.parts.length ? [one, other] : [other, one]
  const found = partners(shorter, longer)
  const given = found.find(({ from }) => from === 0)
  const ofGiven = found.find(({ to }) => to === 0)
  // Each person's given name must be somewhere in the other's: a brother shares everything but that.
  if (!given || !ofGiven) return undefined
  const isMoved = given !== ofGiven
  const rest = shorter.parts.length - 1
  const matched = found.length - 1
  const likeness = found.reduce((sum, pair) => sum + pair.likeness, 0) / found.length
  const whole = matched === rest && rest > 0
  const base = rest === 0 ? 25 : whole ? (matched === 1 ? 50 : 68) : 15 + (30 * matched) / rest
  const lastStays = found.some(({ from, to }) => from === shorter.parts.length - 1 && to === longer.parts.length - 1)
  return {
    points: base * likeness - (isMoved ? 5 : 0),
    how: isMoved
      ? 'order'
      : !whole || shorter.parts.length < longer.parts.length
        ? 'partly'
        : one.script !== other.script
          ? 'script'
          : one.text === other.text
            ? 'same'
            : 'spelling',
    mayBeFather: isMoved && (lastStays || rest === 1),
  }
}

function compareBirthDates(
  one: Day | undefined,
  other: Day | undefined,
): { points: number; how?: 'same' | 'day-and-month' | 'one-digit' } {
  if (!one || !other) return { points: 0 }
  if (one === other) return { points: 30, how: 'same' }
  const [year, month, day] = one.split('-')
  if (other === `${year}-${day}-${month}`) return { points: 22, how: 'day-and-month' }
  const wrong = [...one].filter((digit, index) => digit !== other[index]).length
  return wrong === 1 ? { points: 12, how: 'one-digit' } : { points: -30 }
}

/** How likely two records are one person, and why. Symmetric; the order of names and records makes no difference. */
export function matchPeople(one: PreparedPerson, other: PreparedPerson): PersonMatch {
  const verdicts = one.names.flatMap((name) => other.names.flatMap((theirs) => compareNames(name, theirs) ?? []))
  const name = verdicts.toSorted((a, b) => b.points - a.points)[0]
  const birthDate = compareBirthDates(one.birthDate, other.birthDate)
  const reasons: MatchReason[] = []
  let score = 0
  if (name) {
    score += name.mayBeFather && birthDate.points <= 0 ? Math.min(name.points, 20) : name.points
    reasons.push({ clue: 'name', how: name.how })
  }
  score += birthDate.points
  if (birthDate.how) reasons.push({ clue: 'birth-date', how: birthDate.how })
  for (const clue of ['phone', 'email'] as const) {
    if (!one[clue] || one[clue] !== other[clue]) continue
    // A family shares these: they say less than a birth date.
    score += clue === 'phone' ? 15 : 12
    reasons.push({ clue, how: 'same' })
  }
  const rounded = Math.round(Math.min(100, Math.max(0, score)))
  return { score: rounded, isHint: name !== undefined && rounded >= hintScore, reasons }
}
