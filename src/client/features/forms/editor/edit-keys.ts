import { partPlaces, sectionPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import type { FormDefinition, Part } from '#shared/forms/form-definition.contract.ts'
import type { Condition, Field } from '#shared/forms/form-field.contract.ts'
import { nodeOf, putAt, splitPath, valueAt } from './edit-tree.ts'

/** A key in the words of an English label: `Date of birth` becomes `date_of_birth`; empty when nothing of it can be used. */
export const keyFrom = (label: string): string =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/['’]|\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[\d_]+|_+$/g, '')
    .slice(0, 36)
    .replace(/_+$/, '')

/** The first of `name`, `name_2`, `name_3` … that is free. */
export function freeKey(wanted: string, taken: ReadonlySet<string>, otherwise: string): string {
  const name = wanted === '' || wanted in {} ? otherwise : wanted
  for (let no = 1; ; no += 1) {
    const key = no === 1 ? name : `${name}_${no}`
    if (!taken.has(key)) return key
  }
}

/** Keys beside that of a place, which its own must not repeat. */
export function keysBeside(form: FormDefinition, path: string): Set<string> {
  const { list } = splitPath(path)
  const beside: { path: string; key: string }[] = list.endsWith('.fields')
    ? ((valueAt(form, list) as Field[] | undefined) ?? []).map(({ key }, no) => ({ path: `${list}.${no}`, key }))
    : list.endsWith('.parts')
      ? partPlaces(form).map(({ path, part }) => ({ path, key: part.key }))
      : list.endsWith('.sections')
        ? sectionPlaces(form).map(({ path, section }) => ({ path, key: section.key }))
        : form.pages.map(({ key }, no) => ({ path: `pages.${no}`, key }))
  return new Set(beside.filter((each) => each.path !== path).map(({ key }) => key))
}

function renamedIn(condition: Condition, from: string, to: string): Condition {
  if ('all' in condition) return { all: condition.all.map((each) => renamedIn(each, from, to)) }
  if ('any' in condition) return { any: condition.any.map((each) => renamedIn(each, from, to)) }
  if ('not' in condition) return { not: renamedIn(condition.not, from, to) }
  return condition.field === from ? { ...condition, field: to } : condition
}

type Conditioned = { showWhen?: Condition | undefined; required?: boolean | Condition | undefined }

const withRenamed = <T extends Conditioned>(thing: T, from: string, to: string): T => ({
  ...thing,
  ...(thing.showWhen && { showWhen: renamedIn(thing.showWhen, from, to) }),
  ...(typeof thing.required === 'object' && { required: renamedIn(thing.required, from, to) }),
})

function fieldsRenamed<T extends Field>(fields: readonly T[], from: string, to: string): T[] {
  return fields.map((field) => {
    const renamed = withRenamed(field, from, to)
    if (!('suggestedBy' in renamed) || !renamed.suggestedBy) return renamed
    const { birthDate, entryYear } = renamed.suggestedBy
    const swap = (key: string) => (key === from ? to : key)
    return { ...renamed, suggestedBy: { birthDate: swap(birthDate), entryYear: swap(entryYear) } }
  })
}

/** Gives a question another key, and everything that looked at it the new one. */
export function renameKey(form: FormDefinition, path: string, to: string): FormDefinition {
  const node = nodeOf(path)
  const part = valueAt(form, node) as Part | undefined
  if (!part || part.key === to) return form
  const from = part.key
  const renamed = putAt(form, `${node}.key`, to)
  // Until it had a key nothing can have looked at it.
  if (from === '') return renamed
  const { list } = splitPath(node)
  if (list.endsWith('.fields')) {
    const fields = valueAt(renamed, list) as Field[]
    const block = valueAt(form, list.slice(0, -'.fields'.length)) as Part
    const { subject } = form
    const inBlock = putAt(renamed, list, fieldsRenamed(fields, from, to))
    return subject && subject.block === block.key ? { ...inBlock, subject: subjectRenamed(subject, from, to) } : inBlock
  }
  return renamedInForm(renamed, from, to)
}

type Subject = NonNullable<FormDefinition['subject']>

const subjectRenamed = (subject: Subject, from: string, to: string): Subject => ({
  ...subject,
  ...Object.fromEntries(
    (['name', 'otherName', 'birthDate'] as const).filter((role) => subject[role] === from).map((role) => [role, to]),
  ),
})

function renamedInForm(form: FormDefinition, from: string, to: string): FormDefinition {
  const swap = (key: string) => (key === from ? to : key)
  const { contact, subject } = form
  const around = subject && subject.block === undefined ? subjectRenamed(subject, from, to) : subject
  return {
    ...form,
    contact: {
      name: swap(contact.name),
      ...(contact.email !== undefined && { email: swap(contact.email) }),
      ...(contact.phone !== undefined && { phone: swap(contact.phone) }),
    },
    ...(around && { subject: { ...around, ...(around.block !== undefined && { block: swap(around.block) }) } }),
    pages: form.pages.map((page) => ({
      ...page,
      sections: page.sections.map((section) => ({
        ...withRenamed(section, from, to),
        parts: section.parts.map((part): Part => {
          if (part.type !== 'repeat') return fieldsRenamed([part], from, to)[0] ?? part
          const hides = part.fields.some(({ key }) => key === from)
          const fields = hides ? part.fields : fieldsRenamed(part.fields, from, to)
          return { ...withRenamed(part, from, to), fields }
        }),
      })),
    })),
  }
}
