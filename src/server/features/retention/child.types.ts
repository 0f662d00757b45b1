import type { CustomerId } from '#shared/kernel/ids.ts'

/** Whose file is erased. */
export interface Of {
  schoolId: string
  studentId: string
}

/** The same, with what its other rows are found by. */
export interface Child extends Of {
  submissionId: string | null
  personId: string | null
  place: number | null
  reference: string
  names: string[]
  /** Its account at the tills, where that is forgotten with the file. */
  accountId: CustomerId | undefined
}
