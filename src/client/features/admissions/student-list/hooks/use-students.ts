import { startTransition, useCallback, useEffect, useState } from 'react'
import { messageIdOf } from '#client/platform/refused.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { ListAbout, StudentPage } from '../../student-file/student.api.ts'
import { questionOf, readFirstPage, readPage } from '../first-page.ts'
import type { StudentSearch } from '../student-search.ts'

interface Pages {
  /** Which question these rows answer; those of another one are not shown. */
  of: string
  students: readonly StudentRow[] | undefined
  next: string | null
  /** Counts, total and what the filters may be filled with: they stay while another list is on its way. */
  about: ListAbout | undefined
  failure: MessageId | undefined
  isLoading: boolean
}

const nothing: Pages = {
  of: '',
  students: undefined,
  next: null,
  about: undefined,
  failure: undefined,
  isLoading: true,
}

/** The students that the address asks for, page by page. An answer to an older question is dropped. */
export function useStudents({ open: _open, document: _document, ...search }: StudentSearch) {
  const of = questionOf(search)
  const [kept, setPages] = useState(nothing)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isLatest = true
    const first = async (_round: number) => {
      try {
        const { students, next, about } = await readFirstPage(of)
        if (isLatest) setPages({ of, students, next, about: about ?? undefined, failure: undefined, isLoading: false })
      } catch (error) {
        const failure = messageIdOf(error)
        if (isLatest) setPages((now) => ({ ...(now.of === of ? now : unlisted(now)), of, failure, isLoading: false }))
      }
    }
    void first(round)
    return () => {
      isLatest = false
    }
  }, [of, round])
  const again = useCallback(() => setRound((n) => n + 1), [])
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  const pages = kept.of === of ? kept : unlisted(kept)
  const more = async () => {
    if (!pages.next || pages.isLoading) return
    setPages((now) => ({ ...now, isLoading: true }))
    try {
      const page = await readPage(of, { after: pages.next, isDeep: (pages.students?.length ?? 0) >= nearRows })
      // Made bit by bit between the frames of the person who goes on scrolling.
      startTransition(() =>
        setPages((now) =>
          now.of === of ? { ...now, ...joined(now, page), failure: undefined, isLoading: false } : now,
        ),
      )
    } catch (error) {
      setPages((now) => ({ ...now, failure: messageIdOf(error), isLoading: false }))
    }
  }
  /** A student who was decided on stays in the line, as they are now: the list does not jump under a hand. */
  const put = useCallback((student: StudentRow) => setPages((now) => withStudent(now, student)), [])
  return { ...pages, more, again, put }
}

/** As far as a list is read without a network: anyone who scrolls through thousands does not push out the files they opened. */
const nearRows = 500

const unlisted = ({ about }: Pages): Pages => ({ ...nothing, about })

function joined(now: Pages, { students, next }: StudentPage) {
  const before = now.students ?? []
  // Somebody who has moved between two pages stands in the list once.
  const came = new Set(students.map(({ student_id: id }) => id))
  for (const { student_id: id } of before) came.delete(id)
  return { students: [...before, ...students.filter(({ student_id: id }) => came.has(id))], next }
}

function withStudent(now: Pages, student: StudentRow): Pages {
  const before = now.students?.find((each) => each.student_id === student.student_id)
  if (!now.students || !now.about || !before) return now
  const { counts } = now.about
  const moved = {
    ...counts,
    [before.status]: (counts[before.status] ?? 1) - 1,
    [student.status]: (counts[student.status] ?? 0) + 1,
  }
  return {
    ...now,
    students: now.students.map((each) => (each === before ? student : each)),
    about: before.status === student.status ? now.about : { ...now.about, counts: moved },
  }
}
