import type { ConsentDraft } from '#local/consents/consents.ts'
import type { ConsentAnswer, ConsentWording } from '#shared/consents/consent.contract.ts'
import { choiceKey } from '#shared/consents/consent.rules.ts'

/** What is chosen, typed and drawn so far. */
export type Begun = Omit<ConsentDraft, 'id'>

const nothing: Begun = { chosen: {}, signedBy: 'typed', name: '', strokes: [] }

/**
 * What was begun on this device, as far as it was about these wordings: nobody finds a choice made of words that they have not
 * seen, nor their signature under it.
 */
export function isStarted(draft: ConsentDraft | undefined, wordings: readonly ConsentWording[]): Begun {
  const keys = new Set(wordings.map(choiceKey))
  const chosen = Object.entries(draft?.chosen ?? {}).filter(([key]) => keys.has(key))
  return draft && chosen.length > 0 ? { ...nothing, ...draft, chosen: Object.fromEntries(chosen) } : nothing
}

/** The answers among what is chosen, each with the version that was shown. */
export const answersOf = ({ chosen }: Begun, wordings: readonly ConsentWording[]): ConsentAnswer[] =>
  wordings.flatMap((wording) => {
    const agrees = chosen[choiceKey(wording)]
    return agrees === undefined ? [] : [{ purpose: wording.purpose, version: wording.version, agrees }]
  })
