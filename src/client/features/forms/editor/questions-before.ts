import { partPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import type { FormDefinition, Part, Repeat } from '#shared/forms/form-definition.contract.ts'
import { splitPath, valueAt } from './edit-tree.ts'

/** The questions that a condition at this place may look at: those before it, in a block first its own. */
export function questionsBefore(form: FormDefinition, node: string): Part[] {
  const { list, no } = splitPath(node)
  if (list.endsWith('.fields')) {
    const block = valueAt(form, list.slice(0, -'.fields'.length)) as Repeat | undefined
    const own = block?.fields.slice(0, no) ?? []
    const hidden = new Set(block?.fields.map(({ key }) => key))
    const around = questionsBefore(form, list.slice(0, -'.fields'.length)).filter(({ key }) => !hidden.has(key))
    return [...own, ...around]
  }
  const places = partPlaces(form)
  const at = places.findIndex(({ path }) => path === node || path.startsWith(`${node}.`))
  return places.slice(0, at < 0 ? lastBefore(places, node) : at).map(({ part }) => part)
}

/** Of a section without questions: how many there are before it. */
const lastBefore = (places: readonly { path: string }[], node: string): number => {
  const order = (path: string) =>
    path
      .split('.')
      .filter((step) => /^\d+$/.test(step))
      .map(Number)
  const [page = 0, section = 0] = order(node)
  return places.filter(({ path }) => {
    const [ofPage = 0, ofSection = 0] = order(path)
    return ofPage < page || (ofPage === page && ofSection < section)
  }).length
}
