// chunk: family
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { CanteenCard } from './components/canteen-card.tsx'
import css from './components/family.module.css'
import { ChildCard } from './home-view.tsx'
import { useChildName } from './use-child-name.ts'
import type { ViewProps } from './view.types.ts'

/** Money: fees that are due, with the way to pay them, and the meal account of each child. */
export function PayView({ home, canteen, family }: ViewProps) {
  const { t, i18n } = useTranslation('overview.family')
  const format = useFormat()
  const { first } = useChildName()
  return (
    <>
      <h1 className={css.title}>{t('pay.title')}</h1>
      <section className={css.card} aria-labelledby="fees">
        <h2 id="fees" className={css.sub}>
          {t('pay.fees')}
        </h2>
        {home.fees.length === 0 && <p>{t('pay.none')}</p>}
        <ul className={css.list}>
          {home.fees.map(({ amount, currency, until, isOverdue, studentId }) => (
            <li key={`${studentId} ${until} ${amount}`} className={css.row}>
              <span className={css.state} data-state={isOverdue ? 'missing' : undefined}>
                {t(isOverdue ? 'pay.overdue' : 'pay.due', { day: formatDay(until, i18n.language) })}
                {studentId !== null && (
                  <small>
                    <bdi>{first(home.children.find((each) => each.studentId === studentId))}</bdi>
                  </small>
                )}
              </span>
              <b>{format.money(amount, currency)}</b>
            </li>
          ))}
        </ul>
        <Link to="/fee-{$page}/$" params={{ page: 'account', _splat: '' }} className={css.button}>
          {t('pay.open')}
        </Link>
      </section>
      {home.children
        .filter(({ hasCanteen }) => hasCanteen)
        .map((child) => (
          <ChildCard key={child.studentId} child={{ ...child, steps: [] }}>
            <CanteenCard child={child} canteen={canteen} family={family} />
          </ChildCard>
        ))}
    </>
  )
}
