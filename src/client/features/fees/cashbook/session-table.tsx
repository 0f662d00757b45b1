// chunk: fees
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useFormat } from '#client/i18n/format.ts'
import list from '#client/ui/tables/list-table.module.css'
import { Money } from '#client/ui/tables/money.tsx'
import type { CashSession } from '#shared/fees/cashbook/cashbook.contract.ts'
import css from '../account/components/fees.module.css'

type Listed = Omit<CashSession, 'entries' | 'counts'>

const sums = ['float', 'receipts', 'refunds', 'banked', 'difference', 'counted'] as const

/** Sessions of all desks: float + receipts − refunds − banked ± difference = counted. */
export function SessionTable({ sessions }: { sessions: readonly Listed[] }) {
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
            <Row key={session.sessionId} session={session} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ session }: { session: Listed }) {
  const { t } = useTranslation('fees.cashbook')
  const format = useFormat()
  const pick = useBilingual()
  const { desk, cashier, openedAt, closedAt, differenceReason, note } = session
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
      </th>
      {sums.map((each) => (
        <td key={each} className={css.amount} data-label={t(`sum.${each}`)}>
          {session[each] === null ? '–' : <Money bare minor={session[each]} />}
        </td>
      ))}
    </tr>
  )
}
