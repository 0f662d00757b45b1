import { defaultParseSearch } from '@tanstack/react-router'
import { currentSession } from '#client/platform/session/session.ts'
import { hasScopedPermission } from '#shared/kernel/scoped-permission.ts'
import { type ListPlace, listStudents, type StudentPage } from '../student-file/student.api.ts'
import { filterOf, sortOf } from './student-filter.ts'
import { readStudentSearch, type StudentSearch } from './student-search.ts'

let ahead: { of: string; token: string | null; page: Promise<StudentPage> } | undefined

/** Which list an address asks for, as one text. */
export const questionOf = (search: StudentSearch): string => JSON.stringify([filterOf(search), sortOf(search)])

/** A page of the list that `questionOf` names. */
export function readPage(of: string, from?: ListPlace): Promise<StudentPage> {
  const [filter, sort] = JSON.parse(of) as Parameters<typeof listStudents>
  return listStudents(filter, sort, from)
}

/** Where the dashboard itself is opened or loaded again: asks for its list while the frame around it is still being made. */
export function askAhead(): void {
  const { signedIn, kind, user, token } = currentSession()
  if (
    !signedIn ||
    location.pathname !== '/dashboard' ||
    !hasScopedPermission(kind, user?.authority ?? [], 'students.see')
  )
    return
  const of = questionOf(readStudentSearch(defaultParseSearch(location.search)))
  const page = readPage(of)
  ahead = { of, token, page }
  // Without an answer the list asks by itself, and says what is wrong.
  page.catch(() => {
    if (ahead?.page === page) ahead = undefined
  })
}

/** The first page of this list: as it was asked for ahead, once and by the same session, else asked for now. */
export function readFirstPage(of: string): Promise<StudentPage> {
  const isThis = ahead?.of === of && ahead.token === currentSession().token
  const page = isThis && ahead ? ahead.page : readPage(of)
  ahead = undefined
  return page
}
