import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { machineClock, machineRandom } from '#local/kernel/machine.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import type { Webhook } from '#shared/programs/webhook.contract.ts'
import { type WebhookEvent, webhookEvents } from '#shared/programs/webhook.rules.ts'
import { putWebhook } from './programs.api.ts'

interface WebhookSheetProps {
  /** Undefined for a new one. */
  known: Webhook | undefined
  onClose: () => void
  /** With the secret of a new one. */
  onSaved: (secret: string | null) => void
}

const isAddress = (typed: string): boolean => URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol)

/** One webhook: where it leads, and what it tells. */
export function WebhookSheet({ known, onClose, onSaved }: WebhookSheetProps) {
  const { t } = useTranslation('programs')
  const errorText = useErrorText()
  const formId = useId()
  const [opId] = useState(() => known?.id ?? uuidv7(machineClock.nowMs(), machineRandom))
  const [url, setUrl] = useState(known?.url ?? 'https://')
  const [events, setEvents] = useState<readonly WebhookEvent[]>(known?.events ?? [])
  const [isPaused, setIsPaused] = useState(known?.isPaused ?? false)
  const [isTried, setIsTried] = useState(false)
  useBusy(true)
  const { mutate, isPending, error } = useMutation(putWebhook, { onSuccess: ({ secret }) => onSaved(secret) })
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isAddress(url.trim()) || events.length === 0) return
    void mutate({ opId, webhookUrl: url.trim(), events: [...events], isPaused, revision: known?.revision ?? 0 })
  }
  const isWrong = (isTried && !isAddress(url.trim())) || error === 'request.invalid'
  return (
    <Sheet
      title={t(known ? 'webhooks.edit' : 'webhooks.add')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <TextField
          label={t('webhooks.url')}
          hint={t('webhooks.urlHint')}
          type="url"
          dir="ltr"
          maxLength={500}
          autoComplete="off"
          error={isWrong ? t('webhooks.wrong.url') : undefined}
          value={url}
          onChange={setUrl}
        />
        <CheckboxChoices
          title={t('webhooks.events')}
          values={webhookEvents}
          chosen={events}
          word={(each) => t(`event.${each}`)}
          onChoose={setEvents}
        />
        {isTried && events.length === 0 && <InlineNotice tone="problem">{t('webhooks.wrong.events')}</InlineNotice>}
        <CheckboxField label={t('webhooks.pause')} checked={isPaused} onChange={setIsPaused} />
      </form>
      {error && error !== 'request.invalid' && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
