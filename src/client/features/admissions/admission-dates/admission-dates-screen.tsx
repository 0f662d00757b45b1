import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useNow } from '#client/platform/use-now.ts'
import link from '#client/ui/link.module.css'
import { formatLongDay } from '#shared/kernel/text/format-day.rules.ts'
import { businessDay, minuteMs } from '#shared/kernel/time.ts'
import { type AdmissionWindow, admissionWindow } from '#shared/school/admission-window.rules.ts'
import type { SchoolDetails } from '#shared/school/school-read.contract.ts'
import css from './admission-dates-screen.module.css'

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
      {window.periods.length > 0 && <Periods window={window} />}
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
    </section>
  )
}

function Periods({ window: { periods } }: { window: Window }) {
  const { t, i18n } = useTranslation('admissions.dates')
  const pick = useBilingual()
  return (
    <section>
      <h2 className={css.heading}>{t('periods')}</h2>
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
              <time dateTime={startsOn}>{formatLongDay(startsOn, i18n.language)}</time>
              {' – '}
              <time dateTime={endsOn}>{formatLongDay(endsOn, i18n.language)}</time>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
