// chunk: fees
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useBusy } from '#client/platform/page/use-busy.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxField } from '#client/ui/fields/checkbox-field.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { FeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import { gatewayCountries } from '#shared/fees/online/gateway.rules.ts'
import { putGateway } from './online.api.ts'

interface GatewayFormProps {
  gateway: FeeGateway
  onClose: () => void
  onSaved: () => void
  /** Somebody else has changed it meanwhile. */
  onStale: () => void
}

interface Draft extends Pick<FeeGateway, 'isEnabled' | 'isLive' | 'merchantCountry' | 'merchant'> {
  apiKey: string
  webhookSecret: string
}

const modes = ['test', 'live'] as const
/** Shortest key that a gateway has. */
const shortestKey = 8

const isShort = (key: string): boolean => key.trim() !== '' && key.trim().length < shortestKey
const given = (key: string): string | undefined => (key.trim() === '' ? undefined : key.trim())

/** Changes an account at a gateway. Keys are sent and never kept on the device: one that is left empty stays as it is. */
export function GatewayForm({ gateway: saved, onClose, onSaved, onStale }: GatewayFormProps) {
  const { t } = useTranslation('fees.online')
  const errorText = useErrorText()
  const [draft, setDraft] = useState<Draft>({ ...saved, apiKey: '', webhookSecret: '' })
  const [isWrong, setIsWrong] = useState(false)
  useBusy(true)
  const { mutate, isPending, error } = useMutation(putGateway, { onSuccess: onSaved })
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    const { isEnabled, isLive, merchantCountry, merchant, apiKey, webhookSecret } = draft
    const isBad = isShort(apiKey) || isShort(webhookSecret)
    setIsWrong(isBad)
    if (isBad) return
    const keys = { apiKey: given(apiKey), webhookSecret: given(webhookSecret) }
    const { gateway, revision } = saved
    void mutate({ gateway, revision, isEnabled, isLive, merchantCountry, merchant, ...keys })
  }
  return (
    <form className={common.stack} noValidate onSubmit={save}>
      <CheckboxField
        label={t('setup.enabled')}
        checked={draft.isEnabled}
        onChange={(isEnabled) => change({ isEnabled })}
      />
      <AccountFields draft={draft} onChange={change} />
      <KeyFields draft={draft} saved={saved} onChange={change} />
      {isWrong && <InlineNotice tone="problem">{t('setup.shortKey')}</InlineNotice>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <div className={common.actions}>
        <Button onClick={error === 'fees.gateway-changed' ? onStale : onClose}>
          {t(error === 'fees.gateway-changed' ? 'setup.reread' : 'cancel')}
        </Button>
        <Button kind="main" type="submit" isWorking={isPending}>
          {t('setup.save')}
        </Button>
      </div>
    </form>
  )
}

/** The account that the keys are of. */
function AccountFields({ draft, onChange }: Pick<KeyFieldsProps, 'draft' | 'onChange'>) {
  const { t } = useTranslation('fees.online')
  return (
    <>
      <ChoiceField
        label={t('setup.mode')}
        hint={t('setup.modeHint')}
        values={modes}
        value={draft.isLive ? 'live' : 'test'}
        nameOf={(each) => t(`setup.${each}`)}
        onChange={(mode) => onChange({ isLive: mode === 'live' })}
      />
      <ChoiceField
        label={t('setup.country')}
        values={gatewayCountries}
        value={draft.merchantCountry}
        nameOf={(each) => t(`country.${each}`)}
        onChange={(merchantCountry) => onChange({ merchantCountry })}
      />
      <TextField
        label={t('setup.merchant')}
        hint={t('setup.merchantHint')}
        dir="ltr"
        autoComplete="off"
        maxLength={100}
        value={draft.merchant}
        onChange={(merchant) => onChange({ merchant })}
      />
    </>
  )
}

interface KeyFieldsProps {
  draft: Draft
  saved: FeeGateway
  onChange: (part: Partial<Draft>) => void
}

/** The keys, which are written only. Tap signs its reports with the API key and has no other. */
function KeyFields({ draft, saved: { gateway, hasApiKey, hasWebhookSecret }, onChange }: KeyFieldsProps) {
  const { t } = useTranslation('fees.online')
  return (
    <>
      <TextField
        type="password"
        label={t('setup.apiKey')}
        hint={t(hasApiKey ? 'setup.keepKey' : 'setup.keyHint')}
        dir="ltr"
        autoComplete="new-password"
        maxLength={4000}
        value={draft.apiKey}
        onChange={(apiKey) => onChange({ apiKey })}
      />
      {gateway !== 'tap' && (
        <TextField
          type="password"
          label={t('setup.webhookSecret')}
          hint={t(hasWebhookSecret ? 'setup.keepKey' : 'setup.secretHint')}
          dir="ltr"
          autoComplete="new-password"
          maxLength={500}
          value={draft.webhookSecret}
          onChange={(webhookSecret) => onChange({ webhookSecret })}
        />
      )}
    </>
  )
}
