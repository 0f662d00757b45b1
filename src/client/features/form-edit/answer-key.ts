import type { FormDefinition } from '#shared/contract/form-definition.ts'
import { fieldPlaces, partPlaces } from '#shared/rules/form-outline.rules.ts'
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
