import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EnquiryLink } from '#client/platform/page/enquiry-link.tsx'
import { formatLongDay } from '#shared/kernel/text/format-day.rules.ts'
import type { Day } from '#shared/kernel/time.ts'
import css from '../thanks-screen.module.css'

interface ClosedProps {
  state: 'soon' | 'over'
  /** The first day of the next period, or the last day of all. */
  day: Day
}

/** Says that the school takes no applications now, since or until when, and what a family can do meanwhile. */
export function ClosedForm({ state, day }: ClosedProps) {
  const { t, i18n } = useTranslation('forms.closed')
  return (
    <section className={css.box}>
      <h1 className={css.title}>{t(`${state}.title`)}</h1>
      <p>{t(`${state}.text`, { day: formatLongDay(day, i18n.language) })}</p>
      <p>
        <Link to="/admission-dates" className={css.link}>
          {t('dates')}
        </Link>
      </p>
      <p>
        <EnquiryLink className={css.link}>{t('enquire')}</EnquiryLink>
      </p>
    </section>
  )
}
