import { useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useListKeys } from '#client/platform/use-list-keys.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'

const nameOf = (studentId: string) =>
  document.querySelector<HTMLElement>(`tr[data-student="${CSS.escape(studentId)}"] th button`)

/** Which line of the list has the keyboard; undefined where another part of the page has it. */
const focusedId = () => document.activeElement?.closest<HTMLElement>('tr[data-student]')?.dataset['student']

interface Options {
  students: readonly StudentRow[] | undefined
  open: string | undefined
  onShow: (studentId?: string) => void
  onPick: ((students: readonly StudentRow[], isPicked: boolean) => void) | undefined
  picked: ReadonlySet<string>
}

/**
 * The keys of the list: J and K go from line to line, and with a file open from file to file; Enter opens, Escape closes, X selects, O
 * opens the whole record.
 */
export function useOpenRow({ students = [], open, onShow, onPick, picked }: Options) {
  const navigate = useNavigate()
  const [isByStep, setByStep] = useState(false)
  const at = (id: string | undefined) => students.findIndex(({ student_id }) => student_id === id)
  // The same from page to page of the list: with another, every line would be made again for each page that comes.
  const show = useCallback(
    (studentId?: string) => {
      setByStep(false)
      onShow(studentId)
    },
    [onShow],
  )
  const step = (by: 1 | -1) => {
    const from = at(focusedId() ?? open)
    const next = students[from < 0 ? 0 : from + by]
    if (!next) return
    nameOf(next.student_id)?.focus()
    if (!open) return
    setByStep(true)
    onShow(next.student_id)
  }
  const close = () => {
    onShow()
    // The name in the list is where it was opened from, also after a few steps.
    if (open) requestAnimationFrame(() => nameOf(open)?.focus({ preventScroll: true }))
  }
  const here = () => students[at(focusedId() ?? open)]
  useListKeys({
    KeyJ: () => step(1),
    KeyK: () => step(-1),
    KeyX:
      onPick &&
      (() => {
        const student = here()
        if (student) onPick([student], !picked.has(student.student_id))
      }),
    KeyO: () => {
      const student = here()
      if (student) void navigate({ to: '/student/$id', params: { id: student.student_id } })
    },
    Escape: open ? close : undefined,
  })
  const no = at(open)
  return { show, step, close, isByStep, position: no < 0 ? undefined : { no: no + 1, count: students.length } }
}
