import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import common from '#client/ui/common.module.css'
import { formatReference } from '#shared/kernel/text/reference-number.rules.ts'
import type { Sibling } from '#shared/students/student-record.contract.ts'
import { useStudentText } from '../hooks/use-student-text.ts'
import css from './file-parts.module.css'
import { StatusMark } from './status-mark.tsx'
import sheet from './student-sheet.module.css'

/** Brothers and sisters who are here or on their way, and other files of the same child. */
export function SiblingList({ siblings }: { siblings: readonly Sibling[] }) {
  const { t, i18n } = useTranslation(['students.file', 'students'])
  const { grade, year } = useStudentText()
  return (
    <section className={sheet.part} aria-labelledby="siblings-title">
      <h3 id="siblings-title">{t('siblings.title')}</h3>
      {siblings.length === 0 && <p className={common.soft}>{t('siblings.none')}</p>}
      <ul className={css.lines}>
        {siblings.map((each) => {
          const names = [each.student_name, each.student_name_ar]
          const name = (i18n.language === 'ar' ? names.toReversed() : names).find((one) => one)
          return (
            <li key={each.student_id}>
              <Link to="/student/$id" params={{ id: each.student_id }} className={common.link}>
                <bdi>{name ?? t('students:noName')}</bdi>
              </Link>{' '}
              <StatusMark status={each.status} />{' '}
              <span className={common.soft}>
                {[
                  t(`siblings.now.${each.now}`),
                  each.grade && grade(each.grade),
                  each.entryYear && year(each.entryYear),
                  t(`siblings.because.${each.because}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}{' '}
                ·{' '}
                <bdi dir="ltr" className="num">
                  {formatReference(each.registration_id)}
                </bdi>
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
