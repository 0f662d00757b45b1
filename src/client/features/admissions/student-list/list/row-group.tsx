/* oxlint-disable jsx-a11y/no-redundant-roles -- drawn as a grid, which takes a table’s meaning from it in some browsers */
import { memo, useEffect, useRef, useState } from 'react'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { type LineProps, StudentLine } from '../components/student-line.tsx'
import type { RowWatch } from '../watch-rows.ts'

interface RowsProps extends Pick<LineProps, 'texts' | 'columns' | 'onPick' | 'onOpen'> {
  students: readonly StudentRow[]
  /** Of its first row, the head being row 1. */
  firstIndex: number
  watch: RowWatch
  picked: ReadonlySet<string> | undefined
  /** The student whose file is open beside the list. */
  open: string | undefined
}

/** Rows that are drawn or not drawn together: as many as a frame has time for. */
const groupSize = 10
/** As many as fill a window: drawn from the start. */
const firstRows = 20
/** As many as a page that is read has. */
export const pageSize = 50

/** A page of a long list. It is not looked into for each page that comes after it. */
export const RowPage = memo(function RowPage({ students, firstIndex, ...same }: RowsProps) {
  const groups = Array.from({ length: Math.ceil(students.length / groupSize) }, (_, no) => no * groupSize)
  return groups.map((from) => (
    <RowGroup key={from} students={students.slice(from, from + groupSize)} firstIndex={firstIndex + from} {...same} />
  ))
}, isSame)

/** Some lines of it. Far out of sight they are a gap as high as they were. */
const RowGroup = memo(function RowGroup(props: RowsProps) {
  const { students, firstIndex, watch, picked, open, ...same } = props
  const [isFirst, stays] = [firstIndex <= firstRows, firstIndex <= pageSize]
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
            {...same}
            student={student}
            index={firstIndex + no}
            isOpen={student.student_id === open}
            isPicked={picked?.has(student.student_id)}
          />
        ))}
    </tbody>
  )
}, isSame)

/** Another page makes new lists of the same rows: nothing of these is drawn again for it. */
function isSame(before: RowsProps, after: RowsProps): boolean {
  return (
    before.firstIndex === after.firstIndex &&
    before.texts === after.texts &&
    before.columns === after.columns &&
    (before.open === after.open || !hasEither(after.students, before.open, after.open)) &&
    before.watch === after.watch &&
    before.picked === after.picked &&
    before.onPick === after.onPick &&
    before.onOpen === after.onOpen &&
    before.students.length === after.students.length &&
    before.students.every((student, no) => student === after.students[no])
  )
}

const hasEither = (students: readonly StudentRow[], ...ids: readonly (string | undefined)[]): boolean =>
  students.some(({ student_id: id }) => ids.includes(id))
