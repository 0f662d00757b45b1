/** What the address of the dashboard says about the list of students: it can be sent to a colleague. */
export interface StudentSearch {
  status?: string
  grade?: string
  year?: number
  nationality?: string
  source?: string
  /** A colleague's id, or `none`. */
  owner?: string
  text?: string
  sort?: string
  /** In which way they are shown. */
  view?: string
  /** Which columns the table has (`student-columns.ts`); the person's own where it says nothing. */
  columns?: string
  /** The day that the figures are of. */
  asOf?: string
  /** The student whose file is open. */
  open?: string
  /** Which of their documents is open, by its code. */
  document?: string
}

const limits: Partial<Record<keyof StudentSearch, number>> = {
  status: 20,
  grade: 20,
  nationality: 60,
  source: 60,
  owner: 36,
  text: 100,
  sort: 20,
  view: 10,
  columns: 100,
  asOf: 10,
  open: 36,
  document: 40,
}

/** The same, as it stands there: read only by the screen, for what a route does with its address is part of the first load. */
export type StudentAddress = Partial<Record<keyof StudentSearch, unknown>>

/** Anything else is left out. */
export function readStudentSearch(search: StudentAddress): StudentSearch {
  const texts = Object.entries(limits).flatMap(([name, limit]) => {
    const value = search[name as keyof StudentSearch]
    // The router reads what is all digits as a number: a grade may be.
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && text !== '' ? [[name, text.slice(0, limit)] as const] : []
  })
  const year = Number(search.year)
  return { ...Object.fromEntries(texts), ...(Number.isInteger(year) && year > 1900 && year < 2200 && { year }) }
}
