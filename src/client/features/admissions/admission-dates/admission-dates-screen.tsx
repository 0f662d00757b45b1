import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useNow } from '#client/platform/use-now.ts'
import link from '#client/ui/link.module.css'
import { formatLongDay } from '#shared/kernel/text/format-day.rules.ts'
import { businessDay, minuteMs } from '#shared/kernel/time.ts'
import { type AdmissionWindow, admissionWindow } from '#shared/school/admission-window.rules.ts'
import type { SchoolDetails } from '#shared/school/school-read.contract.ts'
import css from './admission-dates-screen.module.css'
import { AdmissionPeriods } from './admission-periods.tsx'

type Window = AdmissionWindow<SchoolDetails['dates'][number]>

/** When the school takes applications, by its own calendar: the same answer wherever the reader is. */
export function AdmissionDates() {
  const { t } = useTranslation('admissions.dates')
  const school = useAtomValue(schoolAtom)
  const now = useNow(minuteMs)
  if (!school) return <p role="status">{t('unknown')}</p>
  const window = admissionWindow(school.dates, businessDay(now, school.timeZone, 0))
  return (
    <>
      <Answer window={window} />
      {window.periods.length > 0 && (
        <section>
          <h2 className={css.heading}>{t('periods')}</h2>
          <AdmissionPeriods periods={window.periods} />
        </section>
      )}
      <p>
        <Link to="/subscribe" className={link.link}>
          {t('news')}
        </Link>
      </p>
      {school.website && (
        <p>
          <a href={school.website} className={link.link}>
            {t('website')}
          </a>
        </p>
      )}
    </>
  )
}

/** The one thing people come for: open or not, and until or from when. */
function Answer({ window: { state, turnsOn, startsOn, endsOn } }: { window: Window }) {
  const { t, i18n } = useTranslation('admissions.dates')
  const day = (of: string | undefined) => (of ? formatLongDay(of, i18n.language) : '')
  return (
    <section className={css.answer} data-state={state} role="status">
      <p className={css.state}>{t(`state.${state}`)}</p>
      {turnsOn && <p>{t(state === 'open' ? 'until' : 'from', { day: day(turnsOn) })}</p>}
      {state === 'none' ? <p>{t('ask')}</p> : <p>{t('span', { from: day(startsOn), to: day(endsOn) })}</p>}
      {state === 'open' && (
        <p>
          <Link to="/admission" className={link.link}>
            {t('apply')}
          </Link>
        </p>
      )}
    </section>
  )
}
