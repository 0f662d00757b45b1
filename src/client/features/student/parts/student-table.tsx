import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/list-table.module.css'
import type { StudentRow } from '#shared/contract/student.ts'
import { showReference } from '#shared/rules/reference-number.rules.ts'
import { namesOf } from '../student-names.ts'
import { useStudentWords } from '../use-student-words.ts'
import { StatusMark } from './status-mark.tsx'
import css from './student-table.module.css'

const columns = ['name', 'status', 'grade', 'nationality', 'source', 'owner', 'due', 'applied'] as const

interface TableProps {
  students: readonly StudentRow[]
  onOpen: (studentId: string) => void
}

/** One line per student; on a phone each is a card. */
export function StudentTable({ students, onOpen }: TableProps) {
  const { t } = useTranslation('students')
  return (
    <table className={`${list.table} ${css.table}`}>
      <caption className="visually-hidden">{t('list.title')}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-column={column}>
              {t(`column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {students.map((student) => (
          <Line key={student.student_id} student={student} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

/** The same day in every school's zone. */
const noonOf = (day: string) => `${day}T12:00:00Z`

function Line({ student, onOpen }: { student: StudentRow; onOpen: TableProps['onOpen'] }) {
  const { t, i18n } = useTranslation('students')
  const pick = useBilingual()
  const format = useFormat()
  const { country, source, grade, year } = useStudentWords()
  const [name = t('noName'), other] = namesOf(student, i18n.language)
  const { status, outcome, statusSince, reviewOn, nextActionOn } = student
  return (
    <tr>
      <th scope="row" data-column="name">
        <button type="button" className={list.open} onClick={() => onOpen(student.student_id)}>
          <bdi>{name}</bdi>
        </button>
        <small className={css.other}>
          {other && (
            <>
              <bdi>{other}</bdi> ·{' '}
            </>
          )}
          <bdi dir="ltr" className="num">
            {showReference(student.registration_id)}
          </bdi>
        </small>
      </th>
      <td data-column="status">
        <StatusMark status={status} outcome={outcome} />
        <small className={list.soft}>
          {reviewOn
            ? t('list.reviewOn', { day: format.day(noonOf(reviewOn)) })
            : t('list.since', { day: format.day(statusSince) })}
        </small>
      </td>
      <td data-column="grade">
        {student.grade && grade(student.grade)}
        {student.entryYear && <small className={list.soft}>{year(student.entryYear)}</small>}
      </td>
      <td data-column="nationality">{student.nationality && country(student.nationality)}</td>
      <td data-column="source">{student.source && source(student.source)}</td>
      <td data-column="owner">{student.owner && <bdi>{pick(student.owner.name)}</bdi>}</td>
      <td data-column="due">{nextActionOn && <bdi>{format.day(noonOf(nextActionOn))}</bdi>}</td>
      <td data-column="applied">
        <span className={css.applied}>{t('column.applied')} </span>
        <bdi>{format.day(student.appliedAt)}</bdi>
      </td>
    </tr>
  )
}
