import type { FacePupil } from '#shared/faces/face-pupils.contract.ts'
import { foldText, matchScore, searchWords } from '#shared/kernel/text/search.rules.ts'

const byName = new Intl.Collator('en', { numeric: true })

/** The classes of these pupils, 2 before 10. */
export const classesOf = (pupils: readonly Pick<FacePupil, 'className'>[]): string[] =>
  [...new Set(pupils.map(({ className }) => className))].toSorted(byName.compare)

/** Those who answer the words, by class, then by name; found in either language and by their number. */
export function pupilsFound(pupils: readonly FacePupil[], query: string, className: string): FacePupil[] {
  const words = searchWords(query)
  const isFound = ({ name, admissionNo }: FacePupil) =>
    words.length === 0 || matchScore(foldText(`${name.en} ${name.ar} ${admissionNo}`), words) > 0
  return pupils
    .filter((pupil) => (className === '' || pupil.className === className) && isFound(pupil))
    .toSorted((a, b) => byName.compare(a.className, b.className) || byName.compare(a.name.en, b.name.en))
}
