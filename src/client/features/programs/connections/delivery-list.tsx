import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { Delivery } from '#shared/programs/webhook.contract.ts'
import css from './programs.module.css'
import { fetchDeliveries, sendAgain, sendTest } from './programs.api.ts'

/** What was sent to a webhook, and what came of it. */
export function DeliveryList({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation('programs')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(useCallback(() => fetchDeliveries(webhookId), [webhookId]))
  const { mutate, isPending, error } = useMutation(sendTest, { onSuccess: again })
  return (
    <div className={common.tightStack}>
      <div className={common.actions}>
        <Button isWorking={isPending} onClick={() => void mutate(webhookId)}>
          {t('deliveries.test')}
        </Button>
        <Button onClick={again}>{t('deliveries.refresh')}</Button>
      </div>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <Loading>{t('loading')}</Loading>}
      {answer?.length === 0 && <p className={common.softLine}>{t('deliveries.none')}</p>}
      <ul className={common.tightList}>
        {answer?.map((delivery) => (
          <DeliveryLine key={delivery.id} delivery={delivery} onSent={again} />
        ))}
      </ul>
    </div>
  )
}

function DeliveryLine({ delivery, onSent }: { delivery: Delivery; onSent: () => void }) {
  const { t } = useTranslation('programs')
  const format = useFormat()
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(sendAgain, { onSuccess: onSent })
  const { id, event, at, state, attempts, nextAt, status, failure } = delivery
  const why = failure === null ? undefined : t(`deliveries.failure.${failure}`, { status: status ?? '' })
  return (
    <li className={css.line}>
      <span>
        {t(`event.${event}`)}{' '}
        <span className={common.soft}>
          · {format.dateTime(at)} · {t(`deliveries.state.${state}`)}
          {why && ` · ${why}`}
          {nextAt && attempts > 0 && ` · ${t('deliveries.next', { time: format.dateTime(nextAt) })}`}
        </span>
      </span>
      <Button
        aria-label={`${t('deliveries.again')}: ${t(`event.${event}`)}, ${format.dateTime(at)}`}
        isWorking={isPending}
        onClick={() => void mutate(id)}
      >
        {t('deliveries.again')}
      </Button>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </li>
  )
}
