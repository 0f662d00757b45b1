import type { CustomerId } from '#shared/kernel/ids.ts'

/** Child whose file is erased. */
export interface Of {
  schoolId: string
  studentId: string
}

/** The same, with the keys of its other rows. */
export interface Child extends Of {
  submissionId: string | null
  personId: string | null
  place: number | null
  reference: string
  names: string[]
  /** Account at the tills, where it is erased with the file. */
  accountId: CustomerId | undefined
}
