import type { FaceMatch } from './face-match.rules.ts'

/**
 * `one`: somebody who said who they are. `few`: this sitting's list. `school`: everybody of a small school. `group`: a
 * picture of a class, where a teacher confirms each.
 */
export type FaceMode = 'one' | 'few' | 'school' | 'group'

export interface FaceBand {
  /** As near as this is the person. */
  readonly accept: number
  /** As near as this may be the person: staff or a PIN decides. */
  readonly ask: number
  /** How much farther away the next person must be. */
  readonly margin: number
  /** Lists longer than this are not searched: one false match in so many becomes likely. */
  readonly mostPeople: number
}

export type FaceBands = Readonly<Record<FaceMode, FaceBand>>

/** To begin with; a school sets its own by what the calibration of its own enrolments shows. */
export const startBands: FaceBands = {
  one: { accept: 0.45, ask: 0.52, margin: 0, mostPeople: 1 },
  few: { accept: 0.4, ask: 0.46, margin: 0.08, mostPeople: 200 },
  school: { accept: 0.36, ask: 0.42, margin: 0.1, mostPeople: 1000 },
  group: { accept: 0.42, ask: 0.5, margin: 0.08, mostPeople: 200 },
}

export type FaceOutcome = 'accepted' | 'unsure' | 'refused'

export function judge(band: FaceBand, match: FaceMatch): FaceOutcome {
  if (match.person === null || !(match.distance <= band.ask)) return 'refused'
  const isClear = match.secondDistance - match.distance >= band.margin
  return match.distance <= band.accept && isClear ? 'accepted' : 'unsure'
}

/** Whether a list of this many people may be searched by this band at all. */
export const mayBeSearched = (band: FaceBand, people: number): boolean => people > 0 && people <= band.mostPeople
