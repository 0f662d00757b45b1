import type { OpenCtx } from '#server/http/context.ts'
import type { Student } from '#server/features/students/student.view.ts'

/** The guardian who looks at a child, by the proved address of their account, in lower case. */
export interface Guardian {
  email: string
  /** Whether documents are shown, also those about health and custody. */
  seesDocuments: boolean
}

export type FamilyStudent = Student
export type FamilyCtx = Pick<OpenCtx, 'deps' | 'school' | 'origin'>
