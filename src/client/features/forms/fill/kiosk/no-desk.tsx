import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import css from './kiosk-screen.module.css'

/** A browser that is no front desk: what to do about it. */
export function NoDesk() {
  const { t } = useTranslation('forms.kiosk')
  return (
    <section className={css.box}>
      <h1 className={css.title}>{t('notDesk.title')}</h1>
      <p>{t('notDesk.text')}</p>
      <Link to="/pos/pair">{t('notDesk.pair')}</Link>
    </section>
  )
}
