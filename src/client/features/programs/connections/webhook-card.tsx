import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { Webhook } from '#shared/programs/webhook.contract.ts'
import { DeliveryList } from './delivery-list.tsx'
import css from './programs.module.css'
import { dropWebhook, renewSecret } from './programs.api.ts'

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
  const { id, url, events, isPaused, stoppedAt, oldSecretUntil } = webhook
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
