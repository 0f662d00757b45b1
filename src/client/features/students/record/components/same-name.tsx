import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { StudentRow } from '#shared/students/student-row.contract.ts'
import { useStudentText } from '../hooks/use-student-text.ts'
import { namesOf } from '../student-names.ts'

/** Who has a file under this name already: a second one of the same child would split its story. */
export function SameName({ students }: { students: readonly StudentRow[] }) {
  const { t, i18n } = useTranslation('students.file')
  const { grade, standing } = useStudentText()
  return (
    <div role="alert">
      <p>
        <strong>{t('begin.same', { count: students.length })}</strong>
      </p>
      <ul>
        {students.map((student) => {
          const [name] = namesOf(student, i18n.language)
          const more = [
            student.birthDate && formatDay(student.birthDate, i18n.language),
            student.grade && grade(student.grade),
            standing(student.status, student.outcome),
          ]
          return (
            <li key={student.student_id}>
              <Link to="/student/$id" params={{ id: student.student_id }} className={link.link}>
                <bdi>{name ?? formatReference(student.registration_id)}</bdi>
              </Link>{' '}
              <span className={common.soft}>{more.filter(Boolean).join(' · ')}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
