import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OtherName } from '#client/features/students/record/components/other-name.tsx'
import { StatusMark } from '#client/features/students/record/components/status-mark.tsx'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { namesOf } from '#client/features/students/record/student-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import list from '#client/ui/tables/list-table.module.css'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { WorkRow } from '#shared/students/student-work.contract.ts'
import css from './work.module.css'
import { WorkActions } from './work-actions.tsx'

interface TableProps {
  rows: readonly WorkRow[]
  /** The school's own day. */
  today: string
  onChanged: () => void
}

const columns = ['child', 'status', 'owner', 'next', 'deeds'] as const

/** One line per file that waits; on a phone each is a card. */
export function WorkTable({ rows, today, onChanged }: TableProps) {
  const { t } = useTranslation('students.file')
  const may = useRights()
  const shown = columns.filter((column) => column !== 'deeds' || may('students.decide'))
  return (
    <table className={list.table}>
      <caption className="visually-hidden">{t('work.title')}</caption>
      <thead>
        <tr>
          {shown.map((column) => (
            <th key={column} scope="col">
              {t(`work.column.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Line
            key={row.student.student_id}
            row={row}
            today={today}
            mayDecide={may('students.decide')}
            onChanged={onChanged}
          />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  row: WorkRow
  today: string
  mayDecide: boolean
  onChanged: () => void
}

function Line({ row, today, mayDecide, onChanged }: LineProps) {
  const { t, i18n } = useTranslation(['students.file', 'students'])
  const pick = useBilingual()
  const { grade } = useStudentText()
  const { student } = row
  const [name = t('students:noName'), other] = namesOf(student, i18n.language)
  return (
    <tr>
      <th scope="row">
        <Link to="/student/$id" params={{ id: student.student_id }} className={list.open}>
          <bdi>{name}</bdi>
        </Link>
        <small className={common.softPart}>
          <OtherName other={other} reference={student.registration_id} />
          {student.grade && ` · ${grade(student.grade)}`}
        </small>
      </th>
      <td>
        <StatusMark status={student.status} outcome={student.outcome} />
      </td>
      <td>
        {student.owner ? (
          <bdi>{pick(student.owner.name)}</bdi>
        ) : (
          <span className={list.soft}>{t('students:filter.nobody')}</span>
        )}
      </td>
      <td>
        <Next row={row} today={today} />
      </td>
      {mayDecide && (
        <td>
          <WorkActions student={student} onChanged={onChanged} />
        </td>
      )}
    </tr>
  )
}

/** What is to be done next and by when, and when the offer that is out ends. */
function Next({ row: { next, offerEndsAt }, today }: { row: WorkRow; today: string }) {
  const { t, i18n } = useTranslation('students.file')
  const format = useFormat()
  return (
    <>
      {!next && <span className={list.soft}>{t('work.nothing')}</span>}
      {next && (
        <p className={css.next} data-late={next.on < today || undefined}>
          <bdi>{formatDay(next.on, i18n.language)}</bdi>
          {next.on < today && ` · ${t('work.late')}`}
          <small>
            <bdi dir="auto">{next.task ?? t(`work.of.${next.of === 'task' ? 'action' : next.of}`)}</bdi>
          </small>
        </p>
      )}
      {/* It ends with a day: at midnight stands the name of the next one. */}
      {offerEndsAt && (
        <small className={list.soft}>{t('work.offerEnds', { day: format.day(Date.parse(offerEndsAt) - 1) })}</small>
      )}
    </>
  )
}
