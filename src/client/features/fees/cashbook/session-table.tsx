// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import common from '#client/ui/common.module.css'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { CashSession } from '#shared/fees/cashbook/cashbook.contract.ts'
import type { Currency } from '#shared/kernel/money.ts'
import css from '../account/components/fees.module.css'

type Listed = Omit<CashSession, 'entries'>

const sums = ['float', 'receipts', 'refunds', 'banked', 'difference', 'counted'] as const

/** Sessions of all desks: float + receipts − refunds − banked ± difference = counted. */
export function SessionTable({ sessions, currency }: { sessions: readonly Listed[]; currency: Currency }) {
  const { t } = useTranslation('fees.cashbook')
  return (
    // A scrolled box must be reachable without a mouse.
    <div className={css.scroll} role="group" tabIndex={0} aria-label={t('sessions')}>
      <table className={`${list.table} ${css.amounts}`}>
        <thead>
          <tr>
            <th scope="col">{t('column.desk')}</th>
            {sums.map((each) => (
              <th key={each} scope="col" className={css.amount}>
                {t(`sum.${each}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <Row key={session.sessionId} session={session} currency={currency} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ session, currency }: { session: Listed; currency: Currency }) {
  const { t } = useTranslation('fees.cashbook')
  const format = useFormat()
  const pick = useBilingual()
  const { desk, cashier, openedAt, closedAt, differenceReason, note, counts } = session
  return (
    <tr>
      <th scope="row">
        <bdi>{desk}</bdi> · <bdi>{pick(cashier.name)}</bdi>
        <small className={list.soft}>
          <bdi>{format.dateTime(openedAt)}</bdi>{' '}
          {closedAt === null ? t('isOpen') : t('closedAt', { at: format.dateTime(closedAt) })}
        </small>
        {(differenceReason || note) && (
          <small className={list.soft}>
            {differenceReason && t(`reason.${differenceReason}`)} <bdi>{note}</bdi>
          </small>
        )}
        {counts.length > 0 && (
          <details>
            <summary className={css.summary}>{t('countsOf')}</summary>
            <ul className={common.tightList}>
              {counts.map(({ worth, count }) => (
                <li key={worth}>
                  <bdi dir="ltr" className="num">
                    {format.count(count)} × {format.money(worth, currency)}
                  </bdi>
                </li>
              ))}
            </ul>
          </details>
        )}
      </th>
      {sums.map((each) => (
        <td key={each} className={css.amount} data-label={t(`sum.${each}`)}>
          {session[each] === null ? '–' : <Money bare minor={session[each]} />}
        </td>
      ))}
    </tr>
  )
}
