import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { ProviderFactorAsked } from '#shared/identity/provider.contract.ts'
import { CodeField } from '../second-factor/components/code-field.tsx'
import { RecoveryCodeList } from '../second-factor/components/recovery-code-list.tsx'
import { TotpSetUp } from '../second-factor/components/totp-set-up.tsx'
import setup from '../setup/components/setup.module.css'
import { beginFactor, confirmFactor, enterByCode } from './provider-work.ts'

interface StepProps {
  asked: ProviderFactorAsked
  onEnter: (token: string) => void
  /** Begins the sign-in again. */
  onAgain: () => void
}

/** The second half of a provider's sign-in. Load the words of `identity.second-factor`, `identity.setup` and `errors` before. */
export function ProviderFactorStep(props: StepProps) {
  return props.asked.mustSetUp ? <SetUpStep {...props} /> : <CodeStep {...props} />
}

function AgainLink({ onAgain }: Pick<StepProps, 'onAgain'>) {
  const { t } = useTranslation('identity.second-factor')
  return (
    <button type="button" onClick={onAgain}>
      {t('step.again')}
    </button>
  )
}

function CodeStep({ asked: { ticket }, onEnter, onAgain }: StepProps) {
  const { t } = useTranslation('identity.second-factor')
  const { t: own } = useTranslation('identity.setup')
  return (
    <EntryCard title={t('step.title')} lead={t('step.lead')} elsewhere={<AgainLink onAgain={onAgain} />}>
      <CodeField
        label={t('step.code')}
        hint={t('step.hint')}
        submit={t('step.submit')}
        onCode={async (code) => onEnter((await enterByCode(ticket, code)).token)}
      />
      <p className={setup.soft}>{own('provider.factor.lost')}</p>
    </EntryCard>
  )
}

function SetUpStep({ asked: { ticket }, onEnter, onAgain }: StepProps) {
  const { t } = useTranslation('identity.second-factor')
  const { t: own } = useTranslation('identity.setup')
  const errorText = useErrorText()
  const { answer: totp, failure } = useAnswer(useCallback(() => beginFactor(ticket), [ticket]))
  const [entered, setEntered] = useState<Awaited<ReturnType<typeof confirmFactor>>>()
  if (entered) {
    return (
      <EntryCard title={t('step.setUpDone')}>
        <RecoveryCodeList codes={entered.recoveryCodes} onDone={() => onEnter(entered.token)} />
      </EntryCard>
    )
  }
  const again = <AgainLink onAgain={onAgain} />
  return (
    <EntryCard title={t('step.setUpTitle')} lead={own('provider.factor.setUpLead')} elsewhere={again}>
      {failure && (
        <InlineNotice tone="problem" role="alert">
          {errorText(failure)}
        </InlineNotice>
      )}
      {totp && <TotpSetUp totp={totp} onCode={async (code) => setEntered(await confirmFactor(ticket, code))} />}
    </EntryCard>
  )
}
