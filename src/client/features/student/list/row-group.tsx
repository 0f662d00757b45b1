import { memo, useEffect, useRef, useState } from 'react'
import type { StudentRow } from '#shared/contract/student.ts'
import { StudentLine } from '../parts/student-line.tsx'
import css from '../parts/student-table.module.css'

interface GroupProps {
  students: readonly StudentRow[]
  /** Of its first row, the head being row 1. */
  firstIndex: number
  columns: number
  picked: ReadonlySet<string> | undefined
  onPick: (students: readonly StudentRow[], isPicked: boolean) => void
  onOpen: (studentId: string) => void
}

/** How far from the window rows are still drawn: a quick turn of the wheel, or a few presses of Tab. */
const near = '1200px 0px'

/** Some lines of a long list. Far out of sight they are one empty line as high as they were. */
export const RowGroup = memo(function RowGroup(props: GroupProps) {
  const { students, firstIndex, columns, picked, onPick, onOpen } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [awayHeight, setAwayHeight] = useState<number>()
  useEffect(() => {
    const element = body.current
    if (!element) return
    const watcher = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting === true || element.contains(document.activeElement)
        setAwayHeight(isNear ? undefined : element.getBoundingClientRect().height)
      },
      { rootMargin: near },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [])
  return (
    <tbody ref={body}>
      {awayHeight === undefined ? (
        students.map((student, no) => (
          <StudentLine
            key={student.student_id}
            student={student}
            index={firstIndex + no}
            isPicked={picked?.has(student.student_id)}
            onPick={onPick}
            onOpen={onOpen}
          />
        ))
      ) : (
        <tr className={css.away} aria-hidden="true">
          {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a gap, which nobody hears of */}
          <td colSpan={columns} style={{ blockSize: awayHeight }} />
        </tr>
      )}
    </tbody>
  )
}, isSame)

/** Another page makes new lists of the same rows: nothing of this group is drawn again for it. */
function isSame(before: GroupProps, after: GroupProps): boolean {
  return (
    before.firstIndex === after.firstIndex &&
    before.picked === after.picked &&
    before.onPick === after.onPick &&
    before.onOpen === after.onOpen &&
    before.students.length === after.students.length &&
    before.students.every((student, no) => student === after.students[no])
  )
}
