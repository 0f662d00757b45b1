import { maxOpBytes } from '#shared/kernel/chain.ts'
import type { FormDefinition, Part, Repeat } from '../form-definition.contract.ts'
import type { Field } from '../form-field.contract.ts'
import { longest } from '../form-limits.rules.ts'
import { allConditionFindings } from './form-condition.rules.ts'
import { blockFindings, fieldFindings } from './form-field.rules.ts'
import { countFindings, type Finding, keyFindings, optionalText, textFindings } from './form-finding.rules.ts'
import { type FormHistory, wordingKey } from './form-history.rules.ts'
import { fieldPlaces, partPlaces, sectionPlaces } from './form-outline.rules.ts'

/** Bytes of a definition as JSON: it is fetched by telephones before anything can be filled in. */
export const maxDefinitionBytes = 96 * 1024

/** Bytes of the longest answers: what an operation may carry, less what it says besides. */
export const maxAnswerBytes = maxOpBytes - 4096

/** Of a letter that is not Latin. Hardly anybody fills every field to its end, and nobody with signs that need more. */
const bytesPerLetter = 2
/** Quotes, colon and comma. */
const around = 6
/** Id, hash, kind and size of a file, and a long name. */
const bytesPerFile = 400

/** Bytes of a value as JSON in UTF-8. */
export function bytesOf(value: unknown): number {
  let bytes = 0
  for (const letter of JSON.stringify(value)) {
    const code = letter.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}

function maxOf(field: Field): number {
  switch (field.type) {
    case 'yes-no':
    case 'consent':
      return 'false'.length
    case 'choice':
      return Math.max(2, ...codesOf(field))
    case 'choices':
      return codesOf(field).reduce((sum, length) => sum + length + 3, 2)
    case 'file':
      return field.maxFiles * bytesPerFile
    case 'email':
      return longest(field)
    case 'phone':
    case 'date':
    case 'number':
      return 30
    default:
      return longest(field) * bytesPerLetter
  }
}

const codesOf = (field: Extract<Field, { type: 'choice' | 'choices' }>): number[] =>
  field.choices?.map(({ code }) => code.length) ?? [20]

const outside = (fields: readonly Field[]) => fields.filter((field) => !field.isOfficeOnly)

const maxOfFields = (fields: readonly Field[]): number =>
  outside(fields).reduce((sum, field) => sum + field.key.length + around + maxOf(field), 0)

const maxOfBlock = (block: Repeat): number =>
  block.isOfficeOnly ? 0 : block.key.length + around + block.max * (maxOfFields(block.fields) + 3)

/** How many bytes the answers to a form can have, were every question asked and every text filled to its end. */
export const maxEncodedAnswerBytes = (form: FormDefinition): number =>
  partPlaces(form).reduce((sum, { part }) => sum + (part.type === 'repeat' ? maxOfBlock(part) : maxOfFields([part])), 2)

/**
 * Everything that keeps a form from being published, in its order; nothing when it can be. The editor shows it at its place,
 * the server refuses what has any. What is found nowhere here always fits the contract.
 */
export function findingsIn(form: FormDefinition, history: FormHistory): Finding[] {
  return [
    ...ofForm(form, history),
    ...form.pages.flatMap((page, no): Finding[] => [
      ...textFindings(`pages.${no}.title`, page.title),
      ...countFindings(`pages.${no}.sections`, page.sections.length, 20),
    ]),
    ...sectionPlaces(form).flatMap(({ path, section }) => [
      ...optionalText(`${path}.title`, section.title),
      ...optionalText(`${path}.lead`, section.lead),
      ...countFindings(`${path}.parts`, section.parts.length, 60),
    ]),
    ...ofKeys(form),
    ...ofParts(form),
    ...ofPurpose(form),
    ...allConditionFindings(form),
    ...ofHistory(form, history),
  ]
}

function ofForm(form: FormDefinition, history: FormHistory): Finding[] {
  const [bytes, answerBytes] = [bytesOf(form), maxEncodedAnswerBytes(form)]
  return [
    ...textFindings('title', form.title),
    ...optionalText('lead', form.lead),
    ...form.next.flatMap((text, no) => textFindings(`next.${no}`, text, 1000)),
    ...(form.next.length > 6 ? [{ path: 'next', code: 'too-many', limit: 6 } as const] : []),
    ...countFindings('pages', form.pages.length, 20),
    ...ofContact(form),
    ...ofSubject(form),
    ...(history.purpose && history.purpose !== form.purpose
      ? [{ path: 'purpose', code: 'purpose-changed' } as const]
      : []),
    ...(bytes > maxDefinitionBytes ? [{ path: '', code: 'form-too-large', limit: maxDefinitionBytes } as const] : []),
    ...(answerBytes > maxAnswerBytes ? [{ path: '', code: 'answers-too-long', limit: maxAnswerBytes } as const] : []),
  ]
}

const partsIn = (form: FormDefinition): Part[] => partPlaces(form).map(({ part }) => part)

/** Whom to write to: a name, and where there is one an address and a number, asked of everybody outside of any block. */
function ofContact(form: FormDefinition): Finding[] {
  const wanted = { name: 'text', email: 'email', phone: 'phone' } as const
  const parts = partsIn(form)
  return (['name', 'email', 'phone'] as const).flatMap((role): Finding[] => {
    const key = form.contact[role]
    if (key === undefined) return []
    if (key === '') return [{ path: `contact.${role}`, code: 'contact-missing' }]
    const part = parts.find((each) => each.key === key)
    const fits = part?.type === wanted[role] && !part.isOfficeOnly
    return fits ? [] : [{ path: `contact.${role}`, code: 'contact-wrong' }]
  })
}

/** Whom it is about: a name, and where there is one a birthday, together in a block or in the form. */
function ofSubject({ subject, ...form }: FormDefinition): Finding[] {
  if (!subject) return []
  const parts = partsIn(form)
  const block = parts.find((each) => each.key === subject.block)
  const around = subject.block === undefined ? parts : block?.type === 'repeat' ? block.fields : []
  const typeOf = (key: string) => around.find((each) => each.key === key)?.type
  const { otherName } = subject
  return [
    ...(otherName === undefined || typeOf(otherName) === 'text'
      ? []
      : [{ path: 'subject.otherName', code: 'subject-wrong' } as const]),
    ...(typeOf(subject.name) === 'text' ? [] : [{ path: 'subject.name', code: 'subject-wrong' } as const]),
    ...(subject.birthDate === undefined || typeOf(subject.birthDate) === 'date'
      ? []
      : [{ path: 'subject.birthDate', code: 'subject-wrong' } as const]),
  ]
}

const ofKeys = (form: FormDefinition): Finding[] => [
  ...keyFindings(form.pages.map(({ key }, no) => ({ path: `pages.${no}`, key }))),
  ...keyFindings(sectionPlaces(form).map(({ path, section }) => ({ path, key: section.key }))),
  ...keyFindings(partPlaces(form).map(({ path, part }) => ({ path, key: part.key }))),
  ...partPlaces(form).flatMap(({ path, part }) =>
    part.type === 'repeat'
      ? keyFindings(part.fields.map(({ key }, no) => ({ path: `${path}.fields.${no}`, key })))
      : [],
  ),
]

function ofParts(form: FormDefinition): Finding[] {
  const parts = partsIn(form)
  return partPlaces(form).flatMap(({ path, part }) =>
    part.type === 'repeat'
      ? [
          ...blockFindings(path, part),
          ...part.fields.flatMap((field, no) => fieldFindings(`${path}.fields.${no}`, field, part.fields)),
        ]
      : fieldFindings(path, part, parts),
  )
}

/** A form that is opened by a link takes no files: they come by the outbox of a browser that is known. */
const ofPurpose = (form: FormDefinition): Finding[] =>
  form.purpose === 'criteria'
    ? fieldPlaces(form)
        .filter(({ field }) => field.type === 'file')
        .map(({ path }) => ({ path: `${path}.accept`, code: 'files-by-link' }))
    : []

/** Answers are kept under keys, agreements under versions: neither may come to mean something else. */
function ofHistory(form: FormDefinition, { types, wordings }: FormHistory): Finding[] {
  const known = new Map(Object.entries(types))
  const agreed = new Map(Object.entries(wordings))
  const isOther = (key: string, type: string) => known.has(key) && known.get(key) !== type
  const changed = (path: string): Finding => ({ path: `${path}.key`, code: 'key-type-changed' })
  return [
    ...partPlaces(form)
      .filter(({ part }) => part.type === 'repeat' && isOther(part.key, part.type))
      .map(({ path }) => changed(path)),
    ...fieldPlaces(form).flatMap(({ path, key, field }): Finding[] => {
      if (isOther(key, field.type)) return [changed(path)]
      const was = field.type === 'consent' ? agreed.get(wordingKey(key, field.wordingVersion)) : undefined
      if (field.type !== 'consent' || !was) return []
      const isSame = was.en === field.wording.en && was.ar === field.wording.ar
      return isSame ? [] : [{ path: `${path}.wordingVersion`, code: 'wording-same-version' }]
    }),
  ]
}
