import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import type { AdmissionWindow } from '#shared/school/admission-window.rules.ts'
import type { SchoolDetails } from '#shared/school/school-read.contract.ts'
import css from './admission-dates-screen.module.css'

interface PeriodsProps {
  periods: AdmissionWindow<SchoolDetails['dates'][number]>['periods']
}

/** The school's admission periods, each with its days and whether it is open. Needs the words of `admissions.dates`. */
export function AdmissionPeriods({ periods }: PeriodsProps) {
  const { t, i18n } = useTranslation('admissions.dates')
  const pick = useBilingual()
  return (
    <ul className={css.periods}>
      {periods.map(({ label, startsOn, endsOn, state }) => (
        <li key={`${startsOn} ${endsOn} ${label.en}`} className={css.period}>
          <h3 className={css.name}>
            <bdi>{pick(label)}</bdi>
          </h3>
          <span className={css.mark} data-state={state}>
            {t(`period.${state}`)}
          </span>
          <p className={css.days}>
            <time dateTime={startsOn}>{formatDay(startsOn, i18n.language)}</time>
            {' – '}
            <time dateTime={endsOn}>{formatDay(endsOn, i18n.language)}</time>
          </p>
        </li>
      ))}
    </ul>
  )
}
