import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'

/*
 * A form as a tree of places, each named by its path: `pages.0.sections.1.parts.2`. Everything here answers a new form and
 * leaves the old one as it is.
 */

type Tree = Readonly<Record<string, unknown>>

const stepInto = (tree: unknown, step: string): unknown =>
  typeof tree === 'object' && tree !== null ? (tree as Tree)[step] : undefined

/** What stands at a path; the form itself at the empty one. */
export const valueAt = (form: FormDefinition, path: string): unknown =>
  path === '' ? form : path.split('.').reduce<unknown>(stepInto, form)

function putInto(tree: unknown, [step, ...more]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  const next = putInto(stepInto(tree, step), more, value)
  if (Array.isArray(tree)) return tree.map((each: unknown, no) => (no === Number(step) ? next : each))
  const { [step]: _, ...others } = (tree ?? {}) as Tree
  return next === undefined ? others : { ...(tree as Tree), [step]: next }
}

/** The form with another value at a path; `undefined` takes the member away. */
export const putAt = (form: FormDefinition, path: string, value: unknown): FormDefinition =>
  // What callers put is typed where they make it; between them and here there are only names.
  (path === '' ? value : putInto(form, path.split('.'), value)) as FormDefinition

const listAt = (form: FormDefinition, path: string): readonly unknown[] => {
  const list = valueAt(form, path)
  return Array.isArray(list) ? list : []
}

/** A path as the list that it lies in, and its number there. */
export function splitPath(path: string): { list: string; no: number } {
  const at = path.lastIndexOf('.')
  return { list: path.slice(0, at), no: Number(path.slice(at + 1)) }
}

export const insertAt = (form: FormDefinition, path: string, value: unknown): FormDefinition => {
  const { list, no } = splitPath(path)
  return putAt(form, list, listAt(form, list).toSpliced(no, 0, value))
}

export const removeAt = (form: FormDefinition, path: string): FormDefinition => {
  const { list, no } = splitPath(path)
  return putAt(form, list, listAt(form, list).toSpliced(no, 1))
}

/** The lists to which a thing of this list may go, in the order of the form: questions of a block stay in it. */
function homesOf(form: FormDefinition, list: string): string[] {
  if (list.endsWith('.sections')) return form.pages.map((_, no) => `pages.${no}.sections`)
  if (list.endsWith('.parts'))
    return form.pages.flatMap((page, no) => page.sections.map((_, section) => `pages.${no}.sections.${section}.parts`))
  return [list]
}

/** One place up or down, into the neighbouring section or page where it is at the end of its own. Undefined at the very end. */
export function moveAt(
  form: FormDefinition,
  path: string,
  by: -1 | 1,
): { form: FormDefinition; path: string } | undefined {
  const { list, no } = splitPath(path)
  const homes = homesOf(form, list)
  const isInside = no + by >= 0 && no + by < listAt(form, list).length
  const home = isInside ? list : homes[homes.indexOf(list) + by]
  if (home === undefined || (home === list && !isInside)) return undefined
  const to = isInside ? no + by : by < 0 ? listAt(form, home).length : 0
  const value = valueAt(form, path)
  return { form: insertAt(removeAt(form, path), `${home}.${to}`, value), path: `${home}.${to}` }
}

/** The page, section, question or block to which a path leads into; empty for what belongs to the form as a whole. */
export const nodeOf = (path: string): string =>
  /^pages\.\d+(\.sections\.\d+(\.parts\.\d+(\.fields\.\d+)?)?)?(?=\.|$)/.exec(path)?.[0] ?? ''

export type NodeKind = 'form' | 'page' | 'section' | 'part' | 'field'

export const kindOf = (path: string): NodeKind =>
  (['form', 'page', 'section', 'part', 'field'] as const)[
    nodeOf(path) === '' ? 0 : nodeOf(path).split('.').length / 2
  ] ?? 'form'
