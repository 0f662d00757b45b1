import type { Session } from '#server/http/context.ts'
import type { DocumentActorRole } from '#shared/documents/document-state.rules.ts'
import type { DocumentType } from '#shared/documents/document-type.contract.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'

/** Returns whether the person may see a type: health, custody and learning support only for those who decide about a child. */
export const canSeeType = ({ kind, roles }: Session, { sensitivity }: Pick<DocumentType, 'sensitivity'>): boolean =>
  sensitivity !== 'S3' || hasScopedPermission(kind, roles, 'sensitive.see')

/** Returns the actor roles in which a person decides on documents. */
export const actorRolesIn = ({ kind, roles }: Session): DocumentActorRole[] => [
  ...(hasScopedPermission(kind, roles, 'documents.decide') ? (['desk'] as const) : []),
  ...(hasScopedPermission(kind, roles, 'documents.waive') ? (['lead'] as const) : []),
]
