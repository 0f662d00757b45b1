/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- drawn as a grid, which takes a table’s meaning from it in some browsers */
import { memo, type ReactNode } from 'react'
import { WordedStatus } from '#client/features/students/record/components/status-mark.tsx'
import { namesOf, unnamed } from '#client/features/students/record/student-names.ts'
import { inLanguage } from '#client/i18n/bilingual.ts'
import { WarnIcon } from '#client/ui/icons/action-icons.tsx'
import { ShiftIcon } from '#client/ui/icons/frame-icons.tsx'
import list from '#client/ui/tables/list-table.module.css'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { TableText } from '../hooks/use-table-text.ts'
import type { StudentColumn } from '../student-columns.ts'
import css from './student-table.module.css'

export interface LineProps {
  student: StudentRow
  /** Its number in the whole table, the head being 1. */
  index: number
  texts: TableText
  columns: readonly StudentColumn[]
  /** Its file is open beside the list. */
  isOpen: boolean
  /** Undefined for who may do nothing with a selection. */
  isPicked: boolean | undefined
  onPick: (students: readonly StudentRow[], isPicked: boolean) => void
  onOpen: (studentId: string) => void
}

/** One student as a line of the list. */
export const StudentLine = memo(function StudentLine(props: LineProps) {
  const { student, index, texts, columns, isOpen, onOpen } = props
  return (
    <tr
      role="row"
      aria-rowindex={index}
      data-open={isOpen || undefined}
      data-student={student.student_id}
      onClick={({ target }) => {
        // What can be pressed in it answers for itself.
        if (target instanceof Element && !target.closest('button, label, input')) onOpen(student.student_id)
      }}
    >
      <NameCell {...props} />
      {columns.map((column) => (
        <td key={column} role="cell" data-column={column}>
          {cells[column](student, texts)}
        </td>
      ))}
    </tr>
  )
})

const cells: Readonly<Record<StudentColumn, (student: StudentRow, texts: TableText) => ReactNode>> = {
  status: (student, { standing }) => <WordedStatus status={student.status} word={standing(student)} />,
  since: (student, { since }) => since(student),
  grade: ({ grade }, texts) => grade && texts.grade(grade),
  year: ({ entryYear }, { year }) => entryYear && year(entryYear),
  reference: ({ registration_id }) => (
    <bdi dir="ltr" className="num">
      {formatReference(registration_id)}
    </bdi>
  ),
  due: ({ nextActionOn, status }, texts) =>
    nextActionOn && <Due day={nextActionOn} isOver={isOver(status)} texts={texts} />,
  owner: ({ owner }, { lng }) => owner && <bdi>{inLanguage(owner.name, lng)}</bdi>,
  nationality: ({ nationality }, { country }) => nationality && country(nationality),
  source: ({ source }, texts) => source && texts.source(source),
  applied: ({ appliedAt }, { applied, appliedOn }) => (
    <>
      <span className={css.applied}>{applied} </span>
      <bdi>{appliedOn(appliedAt)}</bdi>
    </>
  ),
}

const isOver = (status: StudentRow['status']): boolean => status === 'rejected' || status === 'confirmed'

/** By when something is to be done: late and today are told by a mark and a word as well as by colour. */
function Due({ day, isOver: isPast, texts }: { day: string; isOver: boolean; texts: TableText }) {
  const { tone, text } = texts.dueOn(day)
  const shown = isPast ? undefined : tone
  return (
    <span className={css.due} data-tone={shown}>
      {shown === 'late' && <WarnIcon size={15} />}
      {shown === 'today' && <ShiftIcon size={15} />}
      <bdi>{isPast ? texts.day(day) : text}</bdi>
    </span>
  )
}

function NameCell({ student, texts, isOpen, isPicked, onPick, onOpen }: LineProps) {
  const { t, pickOne, lng } = texts
  const [name = t(unnamed(student)), other] = namesOf(student, lng)
  return (
    <th role="rowheader" scope="row" data-column="name">
      {isPicked !== undefined && (
        <label className={css.pick}>
          <input
            type="checkbox"
            aria-label={pickOne(name)}
            checked={isPicked}
            onChange={() => onPick([student], !isPicked)}
          />
        </label>
      )}
      <button
        type="button"
        className={`${list.open} ${css.name}`}
        aria-current={isOpen || undefined}
        title={name}
        onClick={() => onOpen(student.student_id)}
      >
        <bdi>{name}</bdi>
      </button>
      {other && <bdi className={css.other}>{other}</bdi>}
    </th>
  )
}
