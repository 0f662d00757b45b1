import { StudentFilter, studentSorts } from '#shared/admissions/student.contract.ts'
import type { StudentSearch } from './student-search.ts'

export type StudentSort = (typeof studentSorts)[number]

/** What the address says as the server is asked for it; a part that it does not know narrows nothing. */
export function filterOf({ status, grade, year, nationality, source, owner, text }: StudentSearch): StudentFilter {
  const parts = {
    status: status && [status],
    grade: grade && [grade],
    entryYear: year && [year],
    nationality: nationality && [nationality],
    source: source && [source],
    owner,
    text: text?.trim(),
  }
  const known = Object.entries(parts).flatMap(([name, value]) => {
    const part = value ? StudentFilter.safeParse({ [name]: value }) : undefined
    return part?.success ? [part.data] : []
  })
  return Object.assign({}, ...known) as StudentFilter
}

export const sortOf = ({ sort }: StudentSearch): StudentSort => studentSorts.find((each) => each === sort) ?? 'newest'

/** The parts that narrow the list; not its order, and not the file that is open. */
export const narrowing = ['status', 'grade', 'year', 'nationality', 'source', 'owner', 'text'] as const

export const isNarrowed = (search: StudentSearch): boolean => narrowing.some((name) => search[name] !== undefined)
