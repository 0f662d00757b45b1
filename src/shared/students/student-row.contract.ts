// chunk: desk-calls
import { z } from 'zod'
import { Colleague } from '#shared/identity/colleague.contract.ts'
import { Day, Instant, Language, Uuid } from '#shared/kernel/fields.ts'
import { closedByOf, statusLetters, studentOutcomes, studentStatuses } from './student-status.rules.ts'

export const StudentStatus = z.enum(studentStatuses)
export const StudentOutcome = z.enum(studentOutcomes)
const letters = Object.values(statusLetters) as [string, ...string[]]

/** A student in staff's lists: one child's way into one intake. The names that begin with `sims_` are the specification's. */
export const StudentRow = z.object({
  student_id: Uuid,
  /** What families and staff call the file by: the reference of the application, or of the import. */
  registration_id: z.string(),
  /** In Latin letters; null where only the other is known. */
  student_name: z.string().nullable(),
  student_name_ar: z.string().nullable(),
  sims_admission_status: z.enum(letters),
  status: StudentStatus,
  statusSince: Instant,
  /** Where somebody on hold stood before. */
  heldFrom: StudentStatus.nullable(),
  /** On which day a hold is looked at again. */
  reviewOn: Day.nullable(),
  outcome: StudentOutcome.nullable(),
  closedBy: z.enum(Object.values(closedByOf) as [string, ...string[]]).nullable(),
  birthDate: Day.nullable(),
  nationality: z.string().nullable(),
  /** The year of entry by its first calendar year. */
  entryYear: z.int().nullable(),
  grade: z.string().nullable(),
  source: z.string().nullable(),
  /** By the school's own codes; empty where it has only one. */
  campus: z.string(),
  stream: z.string(),
  language: Language,
  owner: Colleague.nullable(),
  nextActionOn: Day.nullable(),
  appliedAt: Instant,
  /** Since when nothing says any more whose file it was. */
  erasedAt: Instant.nullable(),
  /** Counts the changes: who has seen an older one changes nothing. */
  revision: z.int(),
})
export type StudentRow = z.infer<typeof StudentRow>

/** What of a student a search tells. */
export const FoundStudent = StudentRow.pick({
  student_id: true,
  registration_id: true,
  student_name: true,
  student_name_ar: true,
  status: true,
  grade: true,
})
