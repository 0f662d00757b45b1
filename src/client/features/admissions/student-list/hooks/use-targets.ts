import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { StudentStatus } from '#shared/students/student-status.rules.ts'
import { transitionsFrom } from '#shared/students/student-steps.rules.ts'
import { useActorRoles } from '../../transitions/hooks/use-actor-roles.ts'

/** Answers a function that says where this person may move a student by the graph; what hinders a step only the server knows. */
export function useTargets(): (student: StudentRow) => StudentStatus[] {
  const isMover = useActorRoles()
  return ({ status, heldFrom, erasedAt }) => {
    if (erasedAt !== null) return []
    const open = transitionsFrom(status, heldFrom).filter(
      ({ by, forFamilyBy = [] }) => isMover(...by) || isMover(...forFamilyBy),
    )
    return [...new Set(open.map(({ to }) => to))].filter((to) => to !== status)
  }
}
