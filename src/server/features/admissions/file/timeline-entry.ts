import type { UserId } from '#shared/kernel/ids.ts'
import type { TimelineEntry } from '#shared/students/student-record.contract.ts'

/** Entry before its author's name is added. */
export type TimelineEvent = Omit<TimelineEntry, 'by'> & { by: UserId | null }

/** Student, and what the reader may see. */
export interface Params {
  schoolId: string
  studentId: string
  seesDocuments: boolean
  seesSensitive: boolean
}

/** Completes an entry given in part. */
export const entry = (
  of: Partial<TimelineEvent> & Pick<TimelineEvent, 'id' | 'at' | 'kind' | 'what'>,
): TimelineEvent => ({
  by: null,
  text: null,
  facts: {},
  ...of,
})
