import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import css from '#client/features/students/record/components/student-sheet.module.css'
import { othersCashAtom, pendingCashAtom } from '#client/platform/offline/desk-outbox.atoms.ts'
import link from '#client/ui/link.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { PendingCash } from '#local/admissions/desk-work.types.ts'

/**
 * Cash that was taken on this device and that the server has not booked yet: one's own with the way to each file, of colleagues
 * how many receipts wait for them.
 */
export function CashList() {
  const waiting = (useAtomValue(pendingCashAtom) ?? []).filter(({ receipt }) => receipt === null)
  const others = useAtomValue(othersCashAtom)
  return waiting.length === 0 && others === 0 ? null : (
    <Suspense>
      <Waiting waiting={waiting} others={others} />
    </Suspense>
  )
}

function Waiting({ waiting, others }: { waiting: readonly PendingCash[]; others: number }) {
  const { t } = useTranslation('admissions.cash')
  return (
    <section aria-labelledby="kept-cash" className={css.part}>
      <h3 id="kept-cash">{t('all')}</h3>
      <ul className={css.history}>
        {waiting.map(({ operation, paper }) => (
          <li key={operation.id}>
            <Link to="/student/$id" params={{ id: operation.student_id }} className={link.link}>
              <bdi>{paper.names[0] ?? paper.reference}</bdi>
            </Link>{' '}
            <Money minor={operation.amount} currency={operation.currency} /> · {t(`for.${operation.paysFor}`)} ·{' '}
            <bdi dir="ltr">{operation.provisional}</bdi>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{t('others', { count: others })}</p>}
    </section>
  )
}
