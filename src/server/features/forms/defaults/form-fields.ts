import type { Repeat } from '#shared/forms/form-definition.contract.ts'
import type { Choice, Field } from '#shared/forms/form-field.contract.ts'
import type { FileKind } from '#shared/kernel/fields.ts'
import { words } from './form-words.ts'

/*
 * One line for each field: its key, its name in both languages, and what else is to be said of it.
 */

type FieldOf<T extends Field['type']> = Extract<Field, { type: T }>
type More<T extends Field['type']> = Omit<FieldOf<T>, 'type' | 'key' | 'label'>
type ChoiceField = FieldOf<'choice' | 'choices'>
type ChoiceMore = Omit<ChoiceField, 'type' | 'key' | 'label' | 'choices' | 'choicesFrom'>

export const must = { required: true } as const
/** Personal; identity documents; health, custody, learning support, religion. */
export const s1 = { sensitivity: 'S1' } as const
export const s2 = { sensitivity: 'S2' } as const
export const s3 = { sensitivity: 'S3' } as const

export const text = (key: string, en: string, ar: string, more: More<'text'> = {}): FieldOf<'text'> => ({
  type: 'text',
  key,
  label: words(en, ar),
  maxLength: 120,
  ...more,
})

export const longText = (key: string, en: string, ar: string, more: More<'long-text'> = {}): FieldOf<'long-text'> => ({
  type: 'long-text',
  key,
  label: words(en, ar),
  maxLength: 500,
  ...more,
})

export const email = (key: string, en: string, ar: string, more: More<'email'> = {}): FieldOf<'email'> => ({
  type: 'email',
  key,
  label: words(en, ar),
  ...s1,
  ...more,
})

export const phone = (key: string, en: string, ar: string, more: More<'phone'> = {}): FieldOf<'phone'> => ({
  type: 'phone',
  key,
  label: words(en, ar),
  ...s1,
  ...more,
})

export const day = (key: string, en: string, ar: string, more: More<'date'> = {}): FieldOf<'date'> => ({
  type: 'date',
  key,
  label: words(en, ar),
  ...more,
})

export const number = (key: string, en: string, ar: string, more: More<'number'> = {}): FieldOf<'number'> => ({
  type: 'number',
  key,
  label: words(en, ar),
  ...more,
})

/** One of several; of a list that the client has when a name stands in place of the choices. */
export const one = (
  key: string,
  en: string,
  ar: string,
  from: Choice[] | 'countries' | 'languages',
  more: ChoiceMore = {},
): ChoiceField => ({
  type: 'choice',
  key,
  label: words(en, ar),
  ...(typeof from === 'string' ? { choicesFrom: from } : { choices: from }),
  ...more,
})

export const several = (
  key: string,
  en: string,
  ar: string,
  choices: Choice[],
  more: ChoiceMore = {},
): ChoiceField => ({ type: 'choices', key, label: words(en, ar), choices, ...more })

export const yesNo = (key: string, en: string, ar: string, more: More<'yes-no'> = {}): FieldOf<'yes-no'> => ({
  type: 'yes-no',
  key,
  label: words(en, ar),
  ...more,
})

interface Statement {
  key: string
  label: [en: string, ar: string]
  en: string
  ar: string
}

/** A statement to agree to, or not. Anyone who changes the wording gives it a new version. */
export const consent = (
  { key, label, en, ar }: Statement,
  more: Omit<More<'consent'>, 'wording' | 'wordingVersion'> = {},
): FieldOf<'consent'> => ({
  type: 'consent',
  key,
  label: words(...label),
  wording: words(en, ar),
  wordingVersion: '2026-1',
  ...more,
})

const papers: FileKind[] = ['pdf', 'jpeg', 'png', 'webp']
export const pictures: FileKind[] = ['jpeg', 'png', 'webp']

/** Scanned or photographed papers; one of the smallest size unless it says otherwise. */
export const file = (key: string, en: string, ar: string, more: Partial<More<'file'>> = {}): FieldOf<'file'> => ({
  type: 'file',
  key,
  label: words(en, ar),
  tier: 'default',
  accept: papers,
  maxFiles: 1,
  ...more,
})

type BlockMore = Omit<Repeat, 'type' | 'key' | 'label' | 'itemLabel'>

export const block = (key: string, label: [string, string], item: [string, string], more: BlockMore): Repeat => ({
  type: 'repeat',
  key,
  label: words(...label),
  itemLabel: words(...item),
  ...more,
})

/** Whether a yes or no was answered with yes; which of several was chosen. */
export const yes = (field: string) => ({ field, is: true }) as const
export const chose = (field: string, code: string) => ({ field, is: code }) as const

/** Asked, and needed, once another answer makes it so. */
export const neededWhen = <C>(condition: C) => ({ showWhen: condition, required: condition })
