// chunk: base
import { hasHiddenCharacters } from '#shared/kernel/text/hidden-characters.rules.ts'

/** A drawn signature lies in this box, and has at most so many numbers: x and y of each point. */
export const signatureBox = { width: 1000, height: 400 } as const
export const maxSignatureNumbers = 6000

/** The answer to one purpose, and when it was given. */
interface Decided {
  purpose: string
  version: number
  agrees: boolean
  decidedAt: string
}

interface Act {
  decidedAt: string
  answers: readonly { purpose: string; version: number; agrees: boolean }[]
}

/** What holds after all that was decided, the earliest first: of each purpose the later answer. */
export function standingOf(acts: readonly Act[]): Decided[] {
  const standing = new Map<string, Decided>()
  for (const { decidedAt, answers } of acts) {
    for (const { purpose, version, agrees } of answers) standing.set(purpose, { purpose, version, agrees, decidedAt })
  }
  return [...standing.values()]
}

/** The wording to which everybody who had agreed before must agree again, with the day from which earlier agreements lapse. */
export interface Renewal {
  version: number
  lapsesOn: string | null
}

/** Returns the answers that hold on this day: an agreement to a wording that was replaced and has lapsed is none. */
export const holdingOn = <D extends Omit<Decided, 'decidedAt'>>(
  standing: readonly D[],
  renewals: ReadonlyMap<string, readonly Renewal[]>,
  today: string,
): D[] =>
  standing.filter(({ purpose, version, agrees }) => {
    const lapsed = renewals.get(purpose)?.some((each) => version < each.version && (each.lapsesOn ?? '9') <= today)
    return !agrees || lapsed !== true
  })

/** Anyone who agrees to anything signs for it; refusing and withdrawing must be as easy as can be. */
export const needsSignature = (answers: readonly { agrees: boolean }[]): boolean => answers.some(({ agrees }) => agrees)

/** A name stands in one line, so no tab and no line break either. */
export const isReadableName = (name: string): boolean => !hasHiddenCharacters(name) && !/\p{Cc}/u.test(name)

/** Under what a choice that is not decided yet is kept: it was made of this wording, and of no later one. */
export const choiceKey = ({ purpose, version }: { purpose: string; version: number }): string => `${purpose} ${version}`

/** What faces are kept under. Not to be asked about before a school has judged the risks and switched them on. */
export const facesPurpose = 'faces'
