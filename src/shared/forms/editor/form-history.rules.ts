import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { FormDefinition, FormPurpose } from '../form-definition.contract.ts'
import { fieldPlaces, partPlaces } from './form-outline.rules.ts'

/**
 * What all versions of a form have said that answers lean on: what is kept under a key never becomes something else, and a
 * wording that people agreed to never changes under its version.
 */
export interface FormHistory {
  /** Null for a form that was never published. */
  purpose: FormPurpose | null
  /** By the key of an answer: `mobile`, `children`, `children.name`. */
  types: Record<string, string>
  /** By key and version of a statement. */
  wordings: Record<string, Bilingual>
}

export const wordingKey = (key: string, version: string): string => `${key}@${version}`

/** The history of these versions, oldest first. */
export function historyOf(versions: readonly FormDefinition[]): FormHistory {
  const types = new Map<string, string>()
  const wordings = new Map<string, Bilingual>()
  for (const form of versions) {
    for (const { part } of partPlaces(form)) if (part.type === 'repeat') types.set(part.key, part.type)
    for (const { key, field } of fieldPlaces(form)) {
      types.set(key, field.type)
      if (field.type === 'consent') wordings.set(wordingKey(key, field.wordingVersion), field.wording)
    }
  }
  return {
    purpose: versions.at(-1)?.purpose ?? null,
    types: Object.fromEntries(types),
    wordings: Object.fromEntries(wordings),
  }
}

/** The version that a wording gets once it has changed: `2026-1` becomes `2026-2`. */
export function nextWordingVersion(version: string): string {
  const [, beginning = '', number] = /^(.*?)(\d+)$/.exec(version) ?? []
  return number === undefined ? `${version}-2`.slice(-40) : `${beginning}${Number(number) + 1}`
}
