import { namesOf } from '#client/features/students/record/student-names.ts'
import type { ErasedCounts } from '#shared/retention/retention.rules.ts'
import { eraseEnquiry, eraseFile, listDue, listEnquiriesDue, rehearseErasure } from './retention.api.ts'

/** One file or enquiry whose time is over. */
export interface DueItem {
  id: string
  reference: string
  /** Whose it is, in this language first. */
  nameIn: (language: string) => string | undefined
  /** When it was closed, or came. */
  day: string
  /** What stands against its erasure, as a message. */
  hindrance: string | null
}

export interface DuePage {
  total: number
  /** How long the school keeps such; null where it decides each by hand, and then nothing is due. */
  keepMonths: number | null
  byItself: boolean
  items: readonly DueItem[]
  /** Where the next page begins. */
  next: string | null
}

/** What is looked after in one queue: what is due in it, what would go, and how one goes. */
export interface DueWork {
  /** By which name its words are found. */
  of: 'due' | 'enquiries'
  list: (after?: string) => Promise<DuePage>
  rehearse: (ids: readonly string[]) => Promise<ErasedCounts>
  erase: (item: DueItem) => Promise<unknown>
}

export const dueFiles: DueWork = {
  of: 'due',
  list: async (after) => {
    const { files, ...page } = await listDue(after)
    const items = files.map(({ student, closedOn, hindrance }) => ({
      id: student.student_id,
      reference: student.registration_id,
      nameIn: (language: string) => namesOf(student, language)[0],
      day: closedOn,
      hindrance,
    }))
    return { ...page, items }
  },
  rehearse: (ids) => rehearseErasure(ids),
  erase: ({ id, reference }) => eraseFile({ student_id: id, reference, cause: 'time-over' }),
}

export const dueEnquiries: DueWork = {
  of: 'enquiries',
  list: async (after) => {
    const { enquiries, ...page } = await listEnquiriesDue(after)
    const items = enquiries.map(({ enquiry: { id, reference, contact, subjects }, receivedOn }) => ({
      id,
      reference,
      nameIn: () => contact || subjects[0],
      day: receivedOn,
      hindrance: null,
    }))
    return { ...page, items }
  },
  rehearse: (ids) => rehearseErasure(ids, 'enquiryIds'),
  erase: ({ id, reference }) => eraseEnquiry({ id, reference, cause: 'time-over' }),
}
