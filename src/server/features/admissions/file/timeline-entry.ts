import type { UserId } from '#shared/kernel/ids.ts'
import type { TimelineEntry } from '#shared/students/student-record.contract.ts'

/** Entry before its author's name is added. */
export type Happened = Omit<TimelineEntry, 'by'> & { by: UserId | null }

/** Student, and what the reader may see. */
export interface Asked {
  schoolId: string
  studentId: string
  seesDocuments: boolean
  seesSensitive: boolean
}

/** Completes an entry given in part. */
export const entry = (of: Partial<Happened> & Pick<Happened, 'id' | 'at' | 'kind' | 'what'>): Happened => ({
  by: null,
  text: null,
  facts: {},
  ...of,
})
