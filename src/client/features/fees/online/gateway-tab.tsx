// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { useCopy } from '#client/ui/fields/use-copy.ts'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import type { FeeGateway } from '#shared/fees/online/fee-gateway.contract.ts'
import type { gatewayTrials } from '#shared/fees/online/gateway-event.contract.ts'
import css from '../account/components/fees.module.css'
import { GatewayForm } from './gateway-form.tsx'
import { listGateways, tryGateway } from './online.api.ts'

/** The school's accounts at payment gateways. Stored keys are never shown. */
export function GatewayTab() {
  const { t } = useTranslation('fees.online')
  const errorText = useErrorText()
  const { answer, failure, again } = useAnswer(listGateways)
  return (
    <div className={common.stack}>
      <p className={common.softLine}>{t('setup.lead')}</p>
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={again} />}
      {!answer && !failure && <p role="status">{t('loading')}</p>}
      {answer?.gateways.length === 0 && <p>{t('setup.none')}</p>}
      {answer && !answer.canKeepKeys && <InlineNotice tone="warning">{t('setup.noServerKey')}</InlineNotice>}
      {answer && (
        <div className={css.cards}>
          {answer.gateways.map((each) => (
            <GatewayCard key={`${each.gateway} ${each.revision}`} gateway={each} onChanged={again} />
          ))}
        </div>
      )}
    </div>
  )
}

function GatewayCard({ gateway, onChanged }: { gateway: FeeGateway; onChanged: () => void }) {
  const { t } = useTranslation('fees.online')
  const [isOpen, setIsOpen] = useState(false)
  const { gateway: id, isEnabled, isLive, hasApiKey, eventUrl } = gateway
  return (
    <article className={css.card} aria-label={t(`gateway.${id}`)}>
      <h2 className={css.name}>
        {t(`gateway.${id}`)} <span className={common.chip}>{t(isEnabled ? 'setup.on' : 'setup.off')}</span>
      </h2>
      <p className={common.softLine}>
        {t(isLive ? 'setup.live' : 'setup.test')} · {t(hasApiKey ? 'setup.hasKey' : 'setup.noKey')}
      </p>
      <EventAddress url={eventUrl} />
      <TryGateway gateway={gateway} />
      {isOpen ? (
        <GatewayForm gateway={gateway} onClose={() => setIsOpen(false)} onSaved={onChanged} onStale={onChanged} />
      ) : (
        <div className={common.actions}>
          <Button onClick={() => setIsOpen(true)}>{t('setup.change')}</Button>
        </div>
      )}
    </article>
  )
}

/** Address for the gateway's portal, to which it reports payments. */
function EventAddress({ url }: { url: string }) {
  const { t } = useTranslation('fees.online')
  const { input, outcome, copy } = useCopy(url)
  return (
    <>
      <TextField
        ref={input}
        label={t('setup.eventUrl')}
        hint={t('setup.eventUrlHint')}
        dir="ltr"
        readOnly
        value={url}
        onChange={() => undefined}
      />
      <div className={common.centredActions}>
        <Button onClick={copy}>{t('setup.copy')}</Button>
        <span role="status" className={common.soft}>
          {outcome ? t(`setup.${outcome}`) : ''}
        </span>
      </div>
    </>
  )
}

const isGood = (outcome: (typeof gatewayTrials)[number]): boolean => outcome === 'connected'

/** Asks the gateway with the stored key whether it answers. */
function TryGateway({ gateway: { gateway, hasApiKey } }: { gateway: FeeGateway }) {
  const { t } = useTranslation('fees.online')
  const errorText = useErrorText()
  const [outcome, setOutcome] = useState<(typeof gatewayTrials)[number]>()
  const { mutate, isPending, error } = useMutation(tryGateway, {
    onSuccess: (answer) => setOutcome(answer.outcome),
    onError: () => setOutcome(undefined),
  })
  return (
    <>
      <div className={common.actions}>
        <Button disabled={!hasApiKey} isWorking={isPending} onClick={() => void mutate(gateway)}>
          {t('setup.try')}
        </Button>
      </div>
      {outcome && !error && (
        <InlineNotice tone={isGood(outcome) ? 'success' : 'problem'}>{t(`setup.outcome.${outcome}`)}</InlineNotice>
      )}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </>
  )
}
