import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { keptCashAtom } from '#client/platform/kept-cash.ts'
import { Money } from '#client/ui/money.tsx'
import type { KeptCash } from '#local/desk/cash.ts'
import css from './student-sheet.module.css'

/** Cash that this person took on this device and the server has not booked yet, with the way to each file and its receipt. */
export function CashList() {
  const waiting = (useAtomValue(keptCashAtom) ?? []).filter(({ receipt }) => receipt === null)
  return waiting.length === 0 ? null : (
    <Suspense>
      <Waiting waiting={waiting} />
    </Suspense>
  )
}

function Waiting({ waiting }: { waiting: readonly KeptCash[] }) {
  const { t } = useTranslation('desk-cash')
  return (
    <section aria-labelledby="kept-cash" className={css.part}>
      <h3 id="kept-cash">{t('all')}</h3>
      <ul className={css.history}>
        {waiting.map(({ operation, paper }) => (
          <li key={operation.id}>
            <Link to="/student/$id" params={{ id: operation.student_id }} className={css.link}>
              <bdi>{paper.names[0] ?? paper.reference}</bdi>
            </Link>{' '}
            <Money minor={operation.amount} currency={operation.currency} /> · {t(`for.${operation.paysFor}`)} ·{' '}
            <bdi dir="ltr">{operation.provisional}</bdi>
          </li>
        ))}
      </ul>
    </section>
  )
}
