import type { z } from 'zod'
import type { Person } from '#server/features/identity/sessions/people.service.ts'
import type { UserId } from '#shared/kernel/ids.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { statusLetters } from '#shared/students/student-status.rules.ts'
import type { students } from './student.table.ts'

export type Student = typeof students.$inferSelect
export type Staff = ReadonlyMap<UserId, Person>

/** Returns a colleague; without a name where the account is gone. */
export const colleague = (userId: UserId, staff: Staff) => ({
  userId,
  name: staff.get(userId)?.name ?? { en: '–', ar: '–' },
})

/** Returns a student for staff lists. */
export const studentRow = (row: Student, staff: Staff): z.input<typeof StudentRow> => ({
  student_id: row.id,
  registration_id: row.reference,
  student_name: row.nameLatin,
  student_name_ar: row.nameArabic,
  sims_admission_status: statusLetters[row.status],
  status: row.status,
  statusSince: row.statusSince,
  heldFrom: row.heldFrom,
  reviewOn: row.reviewOn,
  outcome: row.outcome,
  closedBy: row.closedBy,
  birthDate: row.birthDate,
  nationality: row.nationality,
  entryYear: row.entryYear,
  grade: row.grade,
  source: row.source,
  campus: row.campus,
  stream: row.stream,
  language: row.language,
  owner: row.ownerId && colleague(row.ownerId, staff),
  nextActionOn: row.nextActionOn,
  appliedAt: row.appliedAt,
  erasedAt: row.erasedAt,
  revision: row.revision,
})
