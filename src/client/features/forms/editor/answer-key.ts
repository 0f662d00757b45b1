import { fieldPlaces, partPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { nodeOf } from './edit-tree.ts'

/** Under which key the answers to the question or block at a place are kept: `mobile`, `children.name`. */
export const answerKey = (form: FormDefinition, path: string): string => {
  const node = nodeOf(path)
  return (
    fieldPlaces(form).find((place) => place.path === node)?.key ??
    partPlaces(form).find((place) => place.path === node)?.part.key ??
    ''
  )
}
