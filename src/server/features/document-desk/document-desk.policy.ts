import type { Session } from '#server/http/context.ts'
import type { DocumentType } from '#shared/contract/document-type.ts'
import type { DocumentMover } from '#shared/rules/document-state.rules.ts'
import { mayIn } from '#shared/rules/roles.ts'

/** Health, custody, learning support: only for who decides about a child. */
export const seesType = ({ kind, roles }: Session, { sensitivity }: Pick<DocumentType, 'sensitivity'>): boolean =>
  sensitivity !== 'S3' || mayIn(kind, roles, 'sensitive.see')

/** In which capacities somebody decides on documents. */
export const moversIn = ({ kind, roles }: Session): DocumentMover[] => [
  ...(mayIn(kind, roles, 'documents.decide') ? (['desk'] as const) : []),
  ...(mayIn(kind, roles, 'documents.waive') ? (['lead'] as const) : []),
]
