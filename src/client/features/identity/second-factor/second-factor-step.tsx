import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { SignedIn } from '#shared/identity/auth.contract.ts'
import type { SecondFactorAsked } from '#shared/identity/sign-in.contract.ts'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { CodeField } from './components/code-field.tsx'
import { RecoveryCodeList } from './components/recovery-code-list.tsx'
import { TotpSetUp } from './components/totp-set-up.tsx'
import { beginByTicket, confirmByTicket, finishSignIn } from './second-factor.api.ts'

export interface SecondFactorStepProps {
  asked: SecondFactorAsked['secondFactor']
  /** The person is in. */
  onSignedIn: (answer: SignedIn) => unknown
  /** Begins the sign-in again. */
  onAgain: () => void
}

/** The second half of a sign-in, on whichever page the first one was. Load the words of `identity.second-factor` and `errors` before. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  return props.asked.mustSetUp ? <SetUpStep {...props} /> : <CodeStep {...props} />
}

function AgainLink({ onAgain }: Pick<SecondFactorStepProps, 'onAgain'>) {
  const { t } = useTranslation('identity.second-factor')
  return (
    <button type="button" onClick={onAgain}>
      {t('step.again')}
    </button>
  )
}

function CodeStep({ asked: { ticket, kinds }, onSignedIn, onAgain }: SecondFactorStepProps) {
  const { t } = useTranslation('identity.second-factor')
  const again = <AgainLink onAgain={onAgain} />
  if (!kinds.includes('totp')) {
    return (
      <EntryCard title={t('step.passkeyTitle')} lead={t('passkey.lead')} elsewhere={again}>
        <PasskeyButton onSignedIn={onSignedIn} />
      </EntryCard>
    )
  }
  const byPasskey = kinds.includes('passkey') && <PasskeyButton onSignedIn={onSignedIn} />
  return (
    <EntryCard
      title={t('step.title')}
      lead={t('step.lead')}
      elsewhere={
        <>
          {byPasskey}
          {again}
        </>
      }
    >
      <CodeField
        label={t('step.code')}
        hint={t('step.hint')}
        submit={t('step.submit')}
        onCode={async (code) => onSignedIn(await finishSignIn({ ticket, code }))}
      />
    </EntryCard>
  )
}

/** The school requires a second factor that this person does not have yet. */
function SetUpStep({ asked: { ticket }, onSignedIn, onAgain }: SecondFactorStepProps) {
  const { t, i18n } = useTranslation('identity.second-factor')
  const errorText = useErrorText()
  const { answer: totp, failure } = useAnswer(useCallback(() => beginByTicket(ticket), [ticket]))
  const [entered, setEntered] = useState<SignedIn & { recoveryCodes: string[] }>()
  if (entered) {
    return (
      <EntryCard title={t('step.setUpDone')}>
        <RecoveryCodeList codes={entered.recoveryCodes} onDone={() => onSignedIn(entered)} />
      </EntryCard>
    )
  }
  const language = i18n.language === 'ar' ? 'ar' : 'en'
  return (
    <EntryCard title={t('step.setUpTitle')} lead={t('step.setUpLead')} elsewhere={<AgainLink onAgain={onAgain} />}>
      {failure && (
        <InlineNotice tone="problem" role="alert">
          {errorText(failure)}
        </InlineNotice>
      )}
      {totp && (
        <TotpSetUp totp={totp} onCode={async (code) => setEntered(await confirmByTicket({ ticket, code, language }))} />
      )}
    </EntryCard>
  )
}
