// chunk: desk-parts
import { useAtomValue } from 'jotai'
import { sessionAtom } from '#client/platform/session/session.ts'
import type { Permission } from '#shared/kernel/roles.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'

/** Answers a function that says what this person may do here; the server decides by the same. */
export function useRights(): (permission: Permission) => boolean {
  const { kind, user } = useAtomValue(sessionAtom)
  return (permission) => hasScopedPermission(kind, user?.authority ?? [], permission)
}
