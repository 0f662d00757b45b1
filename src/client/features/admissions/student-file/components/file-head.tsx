import { useTranslation } from 'react-i18next'
import { OtherName } from '#client/features/students/record/components/other-name.tsx'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { namesOf } from '#client/features/students/record/student-names.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { StudentFile } from '../student.api.ts'
import { Status } from './student-facts.tsx'

/** What stands above every part of a file: the other name, the reference, where they stand, and who goes on until when. */
export function FileHead({ file: { student } }: { file: StudentFile }) {
  const { t, i18n } = useTranslation('students')
  const pick = useBilingual()
  const [, other] = namesOf(student, i18n.language)
  const { owner, nextActionOn } = student
  return (
    <header>
      <p className={css.lead}>
        <OtherName other={other} reference={student.registration_id} /> · {t('column.owner')}:{' '}
        <bdi>{owner ? pick(owner.name) : t('filter.nobody')}</bdi>
        {nextActionOn && (
          <>
            {' '}
            · {t('column.due')}: <bdi>{formatDay(nextActionOn, i18n.language)}</bdi>
          </>
        )}
      </p>
      <Status student={student} />
    </header>
  )
}
