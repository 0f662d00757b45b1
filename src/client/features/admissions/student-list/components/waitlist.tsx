/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- drawn as a grid, which takes a table’s meaning from it in some browsers */
import { memo } from 'react'
import { OtherName } from '#client/features/students/record/components/other-name.tsx'
import { WordedStatus } from '#client/features/students/record/components/status-mark.tsx'
import { namesOf, unnamed } from '#client/features/students/record/student-names.ts'
import { inLanguage } from '#client/i18n/bilingual.ts'
import list from '#client/ui/tables/list-table.module.css'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import type { TableText } from '../hooks/use-table-text.ts'
import css from './student-table.module.css'

interface LineProps {
  student: StudentRow
  /** Its number in the whole table, the head being 1. */
  index: number
  texts: TableText
  /** Undefined for who may do nothing with a selection. */
  isPicked: boolean | undefined
  onPick: (students: readonly StudentRow[], isPicked: boolean) => void
  onOpen: (studentId: string) => void
}

/** One student as a line of the list. */
export const WaitlistEntry = memo(function StudentLine(props: LineProps) {
  const { student, index, texts } = props
  const { lng, country, source, grade, year, standing, since, dueOn, applied, appliedOn } = texts
  const { nextActionOn } = student
  return (
    <tr role="row" aria-rowindex={index}>
      <NameCell {...props} />
      <td role="cell" data-column="status">
        <WordedStatus status={student.status} word={standing(student)} />
        <small className={list.soft}>{since(student)}</small>
      </td>
      <td role="cell" data-column="grade">
        {student.grade && grade(student.grade)}
        {student.entryYear && <small className={list.soft}>{year(student.entryYear)}</small>}
      </td>
      <td role="cell" data-column="nationality">
        {student.nationality && country(student.nationality)}
      </td>
      <td role="cell" data-column="source">
        {student.source && source(student.source)}
      </td>
      <td role="cell" data-column="owner">
        {student.owner && <bdi>{inLanguage(student.owner.name, lng)}</bdi>}
      </td>
      <td role="cell" data-column="due">
        {nextActionOn && <bdi>{dueOn(nextActionOn)}</bdi>}
      </td>
      <td role="cell" data-column="applied">
        <span className={css.applied}>{applied} </span>
        <bdi>{appliedOn(student.appliedAt)}</bdi>
      </td>
    </tr>
  )
})

function NameCell({ student, texts, isPicked, onPick, onOpen }: LineProps) {
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
      <button type="button" className={list.open} onClick={() => onOpen(student.student_id)}>
        <bdi>{name}</bdi>
      </button>
      <small className={css.other}>
        <OtherName other={other} reference={student.registration_id} />
      </small>
    </th>
  )
}
