import type { UserId } from '#shared/kernel/ids.ts'
import type { TimelineEntry } from '#shared/students/student-record.contract.ts'

/** An entry before whoever did it has a name. */
export type Happened = Omit<TimelineEntry, 'by'> & { by: UserId | null }

/** Of whom, and what whoever asks may see. */
export interface Asked {
  schoolId: string
  studentId: string
  seesDocuments: boolean
  seesSensitive: boolean
}

/** An entry of which only some has to be said. */
export const entry = (of: Partial<Happened> & Pick<Happened, 'id' | 'at' | 'kind' | 'what'>): Happened => ({
  by: null,
  text: null,
  facts: {},
  ...of,
})
