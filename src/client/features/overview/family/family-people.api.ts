import type { z } from 'zod'
import { ask } from '#client/platform/http.ts'
import { familyGuardians, familyInvite, familyRevoke } from '#shared/overview/family/family-guardians.contract.ts'

export const listGuardians = (studentId: string) => ask(familyGuardians, { student_id: studentId })
export const inviteGuardian = (asked: z.input<typeof familyInvite.body>) => ask(familyInvite, asked)
export const revokeGuardian = (studentId: string, email: string) => ask(familyRevoke, { student_id: studentId, email })
