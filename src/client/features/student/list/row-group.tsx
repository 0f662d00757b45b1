/* oxlint-disable jsx-a11y/no-redundant-roles -- drawn as a grid, which takes a table’s meaning from it in some browsers */
import { memo, useEffect, useRef, useState } from 'react'
import type { StudentRow } from '#shared/contract/student.ts'
import { StudentLine } from '../parts/student-line.tsx'
import type { TableWords } from '../use-table-words.ts'
import type { RowWatch } from './watch-rows.ts'

interface GroupProps {
  students: readonly StudentRow[]
  /** Of its first row, the head being row 1. */
  firstIndex: number
  texts: TableWords
  watch: RowWatch
  /** Drawn from the start, as what is seen first. */
  isFirst: boolean
  /** Never taken away. */
  stays: boolean
  picked: ReadonlySet<string> | undefined
  onPick: (students: readonly StudentRow[], isPicked: boolean) => void
  onOpen: (studentId: string) => void
}

/** Some lines of a long list. Far out of sight they are a gap as high as they were. */
export const RowGroup = memo(function RowGroup(props: GroupProps) {
  const { students, firstIndex, texts, watch, isFirst, stays, picked, onPick, onOpen } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = students.length
  const [awayHeight, setAwayHeight] = useState(() => (isFirst ? undefined : watch.guess(rows)))
  const isDrawn = awayHeight === undefined
  useEffect(() => {
    if (!body.current) return
    return watch.watch(body.current, { rows, stays, isDrawn, show: setAwayHeight })
  }, [watch, rows, stays, isDrawn])
  return (
    <tbody ref={body} role="rowgroup" style={{ blockSize: awayHeight }}>
      {isDrawn &&
        students.map((student, no) => (
          <StudentLine
            key={student.student_id}
            student={student}
            index={firstIndex + no}
            texts={texts}
            isPicked={picked?.has(student.student_id)}
            onPick={onPick}
            onOpen={onOpen}
          />
        ))}
    </tbody>
  )
}, isSame)

/** Another page makes new lists of the same rows: nothing of this group is drawn again for it. */
function isSame(before: GroupProps, after: GroupProps): boolean {
  return (
    before.firstIndex === after.firstIndex &&
    before.texts === after.texts &&
    before.watch === after.watch &&
    before.picked === after.picked &&
    before.onPick === after.onPick &&
    before.onOpen === after.onOpen &&
    before.students.length === after.students.length &&
    before.students.every((student, no) => student === after.students[no])
  )
}
