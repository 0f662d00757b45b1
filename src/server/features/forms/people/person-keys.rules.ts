import type { Hearing } from '#shared/forms/people/name-sound.rules.ts'
import type { PreparedPerson } from '#shared/forms/people/person-match.rules.ts'

/*
 * Comparing one person with a whole school takes seconds. Two records that `matchPeople` would match nearly always share one of
 * these keys, so a database looks for the keys (an array under an inverted index) and only the results are compared.
 */

/** Interchangeable consonants map to one; h is dropped, and so is an initial w or y. */
const coarse: Readonly<Record<string, string>> = Object.fromEntries(
  ['tTdDsSzC', 'kqgGXj', 'fv', 'hwy'].flatMap((group) =>
    [...group].map((sound) => [sound, group === 'hwy' ? '' : (group[0] ?? '')]),
  ),
)

const coarseOf = ({ beats }: Hearing): string => beats.map(({ consonant }) => coarse[consonant] ?? consonant).join('')

/**
 * Returns search keys: two parts of the name, a part with the birth date, phone, email. Every match strong enough for a hint
 * shares one.
 */
export function personKeys(person: PreparedPerson): string[] {
  const keys = new Set<string>()
  // The sorted digits are the same when day and month are swapped.
  const born =
    person.birthDate && `${person.birthDate.slice(0, 4)}${Array.from(person.birthDate.slice(5)).toSorted().join('')}`
  for (const { parts } of person.names) {
    const sounds = parts.map((hearings) => [...new Set(hearings.map(coarseOf))])
    for (const [index, one] of sounds.entries()) {
      if (born) for (const sound of one) keys.add(`b${born}${sound}`)
      for (const other of sounds.slice(index + 1)) {
        for (const a of one) for (const b of other) keys.add(a < b ? `n${a}+${b}` : `n${b}+${a}`)
      }
    }
  }
  if (person.phone) keys.add(`p${person.phone}`)
  if (person.email) keys.add(`e${person.email}`)
  return [...keys]
}
