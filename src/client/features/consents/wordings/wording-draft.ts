import type { AgreeAgain, ConsentDefinition } from '#shared/consents/consent-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

/** A new wording as it is typed. */
export interface WordingDraft {
  /** Version that it was typed upon. */
  seen: number
  title: Bilingual
  wording: Bilingual
  otherwise: Bilingual
  again: AgreeAgain
  /** Empty where earlier agreements go on counting. */
  lapsesOn: string
}

/** Name of what is kept on this device of a consent. */
export const draftName = (purpose: string): string => `consent-wording:${purpose}`

/** Returns a draft that begins with the wording in use. */
export function draftOf({ versions }: ConsentDefinition): WordingDraft {
  const empty = { en: '', ar: '' }
  const { version = 0, title = empty, wording = empty, otherwise = empty } = versions[0] ?? {}
  return { seen: version, title, wording, otherwise, again: 'nobody', lapsesOn: '' }
}

/** Returns what was kept by this release; undefined for anything else. */
export function readKeptWording(content: unknown): WordingDraft | undefined {
  const draft = content as Partial<WordingDraft> | undefined
  return draft && typeof draft.seen === 'number' && draft.title && draft.wording && draft.otherwise && draft.again
    ? (draft as WordingDraft)
    : undefined
}
