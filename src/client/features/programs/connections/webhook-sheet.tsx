import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useKeptForm } from '#client/platform/editor/use-kept-form.ts'
import type { KeptDraft } from '#client/platform/editor/use-versioned-draft.ts'
import { WithKeptDraft } from '#client/platform/editor/with-kept-draft.tsx'
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

interface Draft {
  opId: string
  url: string
  events: readonly WebhookEvent[]
  isPaused: boolean
  /** That it was typed upon. */
  revision: number
}

interface WebhookSheetProps {
  /** Undefined for a new one. */
  known: Webhook | undefined
  onClose: () => void
  /** With the secret of a new one. */
  onSaved: (secret: string | null) => void
}

const isAddress = (typed: string): boolean => URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol)

const draftName = (known: Webhook | undefined) => `webhook:${known?.id ?? 'new'}`

/** One webhook: where it leads, and what it tells. What is typed is kept on this device until it is saved or cancelled. */
export const WebhookSheet = (props: WebhookSheetProps) => (
  <WithKeptDraft name={draftName(props.known)}>{(kept) => <OpenWebhook {...props} kept={kept} />}</WithKeptDraft>
)

const firstDraft = (known: Webhook | undefined): Draft => ({
  opId: known?.id ?? uuidv7(machineClock.nowMs(), machineRandom),
  url: known?.url ?? 'https://',
  events: known?.events ?? [],
  isPaused: known?.isPaused ?? false,
  revision: known?.revision ?? 0,
})

function OpenWebhook({ known, kept, onClose, onSaved }: WebhookSheetProps & { kept: KeptDraft | undefined }) {
  const { t } = useTranslation('programs')
  const errorText = useErrorText()
  const formId = useId()
  const [first] = useState(() => firstDraft(known))
  const { draft, isBack, change, drop } = useKeptForm(draftName(known), first, kept)
  const { opId, url, events, isPaused, revision } = draft
  const [isTried, setIsTried] = useState(false)
  useBusy(true)
  const { mutate, isPending, error } = useMutation(putWebhook, {
    onSuccess: async ({ secret }) => {
      await drop()
      onSaved(secret)
    },
  })
  const cancel = () => {
    void drop()
    onClose()
  }
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (!isAddress(url.trim()) || events.length === 0) return
    void mutate({ opId, webhookUrl: url.trim(), events: [...events], isPaused, revision })
  }
  const isWrong = (isTried && !isAddress(url.trim())) || error === 'request.invalid'
  return (
    <Sheet
      title={t(known ? 'webhooks.edit' : 'webhooks.add')}
      onClose={cancel}
      footer={
        <>
          <Button onClick={cancel}>{t('cancel')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} noValidate onSubmit={save}>
        <WebhookFields draft={draft} isBack={isBack} isWrong={isWrong} isTried={isTried} onChange={change} />
      </form>
      {error && error !== 'request.invalid' && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

interface WebhookFieldsProps {
  draft: Draft
  /** What is shown was typed at an earlier visit. */
  isBack: boolean
  /** Whether the address is at fault. */
  isWrong: boolean
  isTried: boolean
  onChange: (part: Partial<Draft>) => void
}

function WebhookFields({ draft, isBack, isWrong, isTried, onChange }: WebhookFieldsProps) {
  const { t } = useTranslation('programs')
  const { t: editor } = useTranslation('editor')
  return (
    <>
      {isBack && <InlineNotice tone="info">{editor('back')}</InlineNotice>}
      <TextField
        label={t('webhooks.url')}
        hint={t('webhooks.urlHint')}
        type="url"
        dir="ltr"
        maxLength={500}
        autoComplete="off"
        error={isWrong ? t('webhooks.wrong.url') : undefined}
        value={draft.url}
        onChange={(typed) => onChange({ url: typed })}
      />
      <CheckboxChoices
        title={t('webhooks.events')}
        values={webhookEvents}
        chosen={draft.events}
        word={(each) => t(`event.${each}`)}
        onChoose={(chosen) => onChange({ events: chosen })}
      />
      {isTried && draft.events.length === 0 && <InlineNotice tone="problem">{t('webhooks.wrong.events')}</InlineNotice>}
      <CheckboxField
        label={t('webhooks.pause')}
        checked={draft.isPaused}
        onChange={(isOn) => onChange({ isPaused: isOn })}
      />
    </>
  )
}
