import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { OtherName } from '#client/features/students/record/components/other-name.tsx'
import { StatusMark } from '#client/features/students/record/components/status-mark.tsx'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { useStudentText } from '#client/features/students/record/hooks/use-student-text.ts'
import { namesOf } from '#client/features/students/record/student-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useStatusLabel } from '#client/i18n/use-status-label.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import link from '#client/ui/link.module.css'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { StudentFile } from '../student.api.ts'

/** Who it is and where they stand, in a few lines. */
export function StudentLead({ file: { student, submissionId } }: { file: StudentFile }) {
  const { t, i18n } = useTranslation('students')
  const may = useRights()
  const { country, grade, year } = useStudentText()
  const lng = i18n.language
  const [, other] = namesOf(student, lng)
  return (
    <>
      <p className={css.lead}>
        <OtherName other={other} reference={student.registration_id} />
      </p>
      <Status student={student} />
      <p className={css.lead}>
        {[
          student.grade && grade(student.grade),
          student.entryYear && year(student.entryYear),
          student.nationality && country(student.nationality),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {submissionId && may('submissions.see') && (
        <p className={css.links}>
          <Link to="/pre_admission" search={{ open: submissionId }} className={link.link}>
            {t('file.application')}
          </Link>
        </p>
      )}
    </>
  )
}

type Student = StudentFile['student']

export function Status({ student }: { student: Student }) {
  const { t, i18n } = useTranslation('students')
  const format = useFormat()
  const { outcome: outcomeText } = useStudentText()
  const label = useStatusLabel()
  const { status, statusSince, heldFrom, reviewOn, outcome, closedBy } = student
  const notes = [
    t('list.since', { day: format.day(statusSince) }),
    ...(status === 'on-hold' && heldFrom
      ? [t('file.heldFrom', { status: label(heldFrom, t(`status.${heldFrom}`)) })]
      : []),
    ...(reviewOn ? [t('list.reviewOn', { day: formatDay(reviewOn, i18n.language) })] : []),
    ...(outcome ? [outcomeText(outcome)] : []),
    ...(closedBy === 'school' || closedBy === 'family' || closedBy === 'system' ? [t(`closedBy.${closedBy}`)] : []),
  ]
  return (
    <p className={css.standing}>
      <StatusMark status={status} />
      <span className={common.soft}>{notes.join(' · ')}</span>
    </p>
  )
}

/** What else is known; what nobody has said is not listed. */
export function Facts({ student }: { student: Student }) {
  const { t, i18n } = useTranslation('students')
  const pick = useBilingual()
  const format = useFormat()
  const { country, source, grade, year } = useStudentText()
  const day = (of: string | null) => of && formatDay(of, i18n.language)
  const facts: [string, string | null | 0][] = [
    [t('filter.grade'), student.grade && grade(student.grade)],
    [t('filter.year'), student.entryYear && year(student.entryYear)],
    [t('file.birthDate'), day(student.birthDate)],
    [t('column.nationality'), student.nationality && country(student.nationality)],
    [t('column.source'), student.source && source(student.source)],
    [t('file.language'), t(`language.${student.language}`)],
    [t('column.applied'), format.day(student.appliedAt)],
    [t('column.owner'), student.owner ? pick(student.owner.name) : t('filter.nobody')],
    [t('column.due'), day(student.nextActionOn)],
  ]
  return (
    <dl className={css.facts}>
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  )
}
