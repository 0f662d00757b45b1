import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Money } from '#client/ui/tables/money.tsx'
import css from '../../offers/components/offer-section.module.css'
import type { CashLine } from './cash-line.ts'

/** How a receipt is called now, and how it was before. */
export function CashNumbers({ line: { number, provisional } }: { line: Pick<CashLine, 'number' | 'provisional'> }) {
  return (
    <>
      {number && (
        <>
          <bdi dir="ltr" className={css.number}>
            {number}
          </bdi>{' '}
          ·{' '}
        </>
      )}
      <bdi dir="ltr" className={number ? `${css.number} ${css.soft}` : css.number}>
        {provisional}
      </bdi>
    </>
  )
}

const colours = { waits: 'sent', booked: 'accepted', open: 'expired', placed: 'accepted', returned: 'sent' } as const

/** One receipt of a file: how much, what for, its numbers, and what came of it. */
export function CashRow({ line, onShow }: { line: CashLine; onShow: () => void }) {
  const { t } = useTranslation('admissions.cash')
  const errorText = useErrorText()
  const format = useFormat()
  const { amount, currency, paysFor, takenAt, state, problem } = line
  return (
    <li>
      <p>
        <Money minor={amount} currency={currency} /> · {t(`for.${paysFor}`)} · <bdi>{format.dateTime(takenAt)}</bdi> ·{' '}
        <CashNumbers line={line} />{' '}
        <span className={css.chip} data-state={colours[state]}>
          {t(`state.${state}`)}
        </span>
      </p>
      {problem && (
        <InlineNotice tone="problem">
          {t('problem')} {errorText(problem)}
        </InlineNotice>
      )}
      <div className={css.actions}>
        <Button kind="quiet" onClick={onShow}>
          {t('receipt')}
        </Button>
        {state === 'waits' && <Button onClick={() => void sendNow()}>{t('now')}</Button>}
      </div>
    </li>
  )
}

async function sendNow(): Promise<void> {
  const { sendDeskWork } = await import('#client/platform/offline/desk-outbox.ts')
  await sendDeskWork()
}
