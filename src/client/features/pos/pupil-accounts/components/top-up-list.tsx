import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import type { PendingTopUp } from '#shared/pos/top-ups/desk-top-up.types.ts'

interface ListProps {
  topUps: readonly PendingTopUp[]
  /** Whether each says whose account it is. */
  isNamed?: boolean
  onShow: (topUp: PendingTopUp) => void
}

/** Cash for accounts that this device took, with the state of each receipt. */
export function TopUpList({ topUps, isNamed = false, onShow }: ListProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  if (topUps.length === 0) return null
  return (
    <section aria-label={t('kept.title')}>
      <h3>{t('kept.title')}</h3>
      <ul className={common.list}>
        {topUps.map((topUp) => (
          <Row key={topUp.operation.opId} topUp={topUp} isNamed={isNamed} onShow={() => onShow(topUp)} />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  topUp: PendingTopUp
  isNamed: boolean
  onShow: () => void
}

function Row({ topUp: { operation, paper, receipt, problem }, isNamed, onShow }: RowProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const errorText = useErrorText()
  const format = useFormat()
  const pick = useBilingual()
  const { provisional, amount, currency, takenAt } = operation
  return (
    <li>
      <p>
        <strong>
          <bdi dir="ltr" className="num">
            {receipt?.number ?? provisional}
          </bdi>{' '}
          · <Money minor={amount} currency={currency} />
        </strong>{' '}
        <span className={common.chip}>{t(receipt ? 'kept.final' : 'kept.waits')}</span>
      </p>
      <p className={common.softLine}>
        {isNamed && (
          <>
            <bdi>{pick(paper.holder.name)}</bdi> · <bdi>{paper.holder.className}</bdi> ·{' '}
          </>
        )}
        <bdi>{format.dateTime(takenAt)}</bdi>
      </p>
      {problem && (
        <InlineNotice tone="problem">
          {t('kept.problem')} {errorText(problem)}
        </InlineNotice>
      )}
      <p className={common.actions}>
        <Button kind="quiet" onClick={onShow}>
          {t(isNamed ? 'kept.open' : 'kept.show')}
        </Button>
        {!receipt && <Button onClick={() => void sendNow()}>{t('kept.now')}</Button>}
      </p>
    </li>
  )
}

async function sendNow(): Promise<void> {
  const { sendDeskWork } = await import('#client/platform/offline/desk-outbox.ts')
  await sendDeskWork()
}
