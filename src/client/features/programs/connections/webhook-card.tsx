import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Failure, Loading } from '#client/ui/tables/list-frame.tsx'
import type { Delivery, Webhook } from '#shared/programs/webhook.contract.ts'
import css from './programs.module.css'
import { dropWebhook, fetchDeliveries, renewSecret, sendAgain, sendTest } from './programs.api.ts'

interface WebhookCardProps {
  webhook: Webhook
  onEdit: () => void
  /** With the renewed secret. */
  onSecret: (secret: string) => void
  onRemoved: () => void
}

/** One webhook, with what is done about it. */
export function WebhookCard({ webhook, onEdit, onSecret, onRemoved }: WebhookCardProps) {
  const { t } = useTranslation('programs')
  const format = useFormat()
  const [isListed, setIsListed] = useState(false)
  const { id, url, events, isPaused, stoppedAt, lacksSecret, oldSecretUntil } = webhook
  const state = stoppedAt ? 'stopped' : isPaused ? 'paused' : 'on'
  return (
    <li className={css.card}>
      <div className={css.head}>
        <h3 className={common.heading}>
          <bdi dir="ltr">{url}</bdi>
        </h3>
        <span className={state === 'on' ? common.good : state === 'stopped' ? common.bad : common.soft}>
          {t(`webhooks.state.${state}`)}
        </span>
      </div>
      <p className={common.softLine}>{events.map((each) => t(`event.${each}`)).join(t('comma'))}</p>
      {stoppedAt && (
        <InlineNotice tone="problem">{t('webhooks.stopped', { time: format.dateTime(stoppedAt) })}</InlineNotice>
      )}
      {lacksSecret && <InlineNotice tone="warning">{t('webhooks.lacksSecret')}</InlineNotice>}
      {oldSecretUntil && (
        <p className={common.softLine}>{t('webhooks.oldSecret', { time: format.dateTime(oldSecretUntil) })}</p>
      )}
      <Actions {...{ webhook, onEdit, onSecret, onRemoved }}>
        <Button aria-expanded={isListed} onClick={() => setIsListed(!isListed)}>
          {t('deliveries.title')}
        </Button>
      </Actions>
      {isListed && <DeliveryList webhookId={id} />}
    </li>
  )
}

function Actions({
  webhook: { id, url, revision },
  onEdit,
  onSecret,
  onRemoved,
  children,
}: WebhookCardProps & { children: ReactNode }) {
  const { t } = useTranslation('programs')
  const errorText = useErrorText()
  const [isSure, setIsSure] = useState(false)
  const renewal = useMutation(renewSecret, { onSuccess: ({ secret }) => onSecret(secret) })
  const removal = useMutation(dropWebhook, { onSuccess: onRemoved })
  const failed = renewal.error ?? removal.error
  return (
    <>
      <div className={common.actions}>
        <Button aria-label={`${t('webhooks.edit')}: ${url}`} onClick={onEdit}>
          {t('webhooks.edit')}
        </Button>
        {children}
        <Button isWorking={renewal.isPending} onClick={() => void renewal.mutate(id, revision)}>
          {t('webhooks.renew')}
        </Button>
        {isSure ? (
          <Button kind="bad" isWorking={removal.isPending} onClick={() => void removal.mutate(id)}>
            {t('webhooks.removeNow')}
          </Button>
        ) : (
          <Button aria-label={`${t('webhooks.remove')}: ${url}`} onClick={() => setIsSure(true)}>
            {t('webhooks.remove')}
          </Button>
        )}
      </div>
      {failed && <InlineNotice tone="problem">{errorText(failed)}</InlineNotice>}
    </>
  )
}

/** What was sent to a webhook, and what came of it. */
function DeliveryList({ webhookId }: { webhookId: string }) {
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
