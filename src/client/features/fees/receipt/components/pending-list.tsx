// chunk: fees
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { PendingFeeCash } from '#shared/fees/fee-cash.types.ts'
import css from './receipt.module.css'

interface ListProps {
  pending: readonly PendingFeeCash[]
  onShow: (opId: string) => void
}

/** Provisional receipts of this device that the server has not issued yet. */
export const PendingList = ({ pending, onShow }: ListProps) => (
  <ul className={common.list}>
    {pending.map((each) => (
      <PendingRow key={each.operation.opId} pending={each} onShow={() => onShow(each.operation.opId)} />
    ))}
  </ul>
)

function PendingRow({ pending, onShow }: { pending: PendingFeeCash; onShow: () => void }) {
  const { t } = useTranslation('fees.desk')
  const errorText = useErrorText()
  const format = useFormat()
  const { operation, receipt, problem } = pending
  return (
    <li className={css.receipt}>
      <p className={css.head}>
        <strong>
          <bdi dir="ltr" className="num">
            {receipt?.number ?? operation.provisional}
          </bdi>
        </strong>
        <strong>
          <Money minor={operation.amount} currency={operation.currency} />
        </strong>
        <span className={common.chip}>{t(receipt ? 'receipt.state.final' : 'receipt.state.waits')}</span>
      </p>
      <p className={common.softLine}>
        <bdi>{format.dateTime(operation.takenAt)}</bdi> · {t('method.cash')}
      </p>
      {problem && (
        <InlineNotice tone="problem">
          {t('receipt.problem')} {errorText(problem)}
        </InlineNotice>
      )}
      <p className={common.actions}>
        <Button kind="quiet" onClick={onShow}>
          {t('receipt.show')}
        </Button>
        {!receipt && <Button onClick={() => void sendNow()}>{t('receipt.now')}</Button>}
      </p>
    </li>
  )
}

async function sendNow(): Promise<void> {
  const { sendDeskWork } = await import('#client/platform/offline/desk-outbox.ts')
  await sendDeskWork()
}
