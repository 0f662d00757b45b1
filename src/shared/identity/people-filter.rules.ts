import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'
import type { StaffPerson } from './staff.contract.ts'

/** What the list is narrowed by, as an address may have it: a role that there is not is nobody's. */
interface PeopleSearch {
  text?: string | undefined
  role?: string | undefined
  state?: string | undefined
}

/** Those whom the search means, in the order of the list; a name is found in either script, an account by its address too. */
export function peopleFound(people: readonly StaffPerson[], { text = '', role, state }: PeopleSearch): StaffPerson[] {
  const words = searchWords(text)
  return people.filter(
    (person) =>
      (role === undefined || person.roles.some((each) => each === role)) &&
      (state === undefined || person.state === state) &&
      (words.length === 0 || matchScore(searchable(person), words) > 0),
  )
}

const searchable = ({ name, userName, email }: StaffPerson): string =>
  [name.en, name.ar, userName, email].map(foldText).join(' ')
