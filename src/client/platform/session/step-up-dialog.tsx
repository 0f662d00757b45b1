import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { type Refused, refusedBecause } from '../refused.ts'
import { useAnswer } from '../use-answer.ts'
import { useMutation } from '../use-mutation.ts'
import { proveByPasskey, proveByProvider, proveByTyping, readWays, type TypedWay } from './prove-again.ts'

/** Asks who sits at the screen before something that cannot be undone. */
export function StepUpDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const { t } = useTranslation('identity.second-factor')
  const [isOpen, setIsOpen] = useState(true)
  const [isPending, setIsPending] = useState(false)
  const close = (isProved: boolean) => {
    setIsOpen(false)
    onClose(isProved)
  }
  return (
    <Dialog
      title={t('stepUp.title')}
      isOpen={isOpen}
      onClose={() => close(false)}
      actions={
        <>
          <Button onClick={() => close(false)}>{t('stepUp.leave')}</Button>
          <Button kind="main" type="submit" form="step-up" isWorking={isPending}>
            {t('stepUp.submit')}
          </Button>
        </>
      }
    >
      <p>{t('stepUp.why')}</p>
      <ProofForm onPending={setIsPending} onProved={() => close(true)} />
    </Dialog>
  )
}

interface ProofFormProps {
  onPending: (isPending: boolean) => void
  onProved: () => void
}

/** By the password or a code of the authenticator app, as the person likes. */
function ProofForm({ onPending, onProved }: ProofFormProps) {
  const { t } = useTranslation('identity.second-factor')
  const refusedText = useRefusedText()
  const [way, setWay] = useState<TypedWay>('password')
  const [typed, setTyped] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { mutate, error, reset } = useMutation(proveByTyping, {
    onSuccess: onProved,
    onSettled: () => onPending(false),
    reasonOf: (thrown): Refused => refusedBecause(thrown),
  })
  const send = () => {
    setIsMissing(typed.trim() === '')
    if (typed.trim() === '') return
    onPending(true)
    void mutate(way, typed)
  }
  const change = (other: TypedWay) => {
    setWay(other)
    setTyped('')
    setIsMissing(false)
    reset()
  }
  return (
    <form
      id="step-up"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <TextField
        key={way}
        label={t(`stepUp.${way}`)}
        error={isMissing ? t('code.missing') : undefined}
        type={way === 'password' ? 'password' : 'text'}
        autoComplete={way === 'password' ? 'current-password' : 'one-time-code'}
        dir="ltr"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={setTyped}
      />
      {error && (
        <InlineNotice tone="problem" role="alert">
          {refusedText(error)}
        </InlineNotice>
      )}
      <OtherProofs way={way} onWay={change} onProved={onProved} />
    </form>
  )
}

interface OtherProofsProps {
  way: TypedWay
  onWay: (way: TypedWay) => void
  onProved: () => void
}

/** The other ways that this person has. */
function OtherProofs({ way, onWay, onProved }: OtherProofsProps) {
  const { t } = useTranslation('identity.second-factor')
  const { answer: ways } = useAnswer(readWays)
  const { mutate: byPasskey } = useMutation(proveByPasskey, { onSuccess: onProved })
  const { mutate: byProvider } = useMutation(proveByProvider)
  const other = way === 'password' ? 'code' : 'password'
  return (
    <p>
      <Button kind="quiet" onClick={() => onWay(other)}>
        {t(`stepUp.by.${other}`)}
      </Button>
      {ways?.hasPasskey && (
        <Button kind="quiet" onClick={() => void byPasskey()}>
          {t('passkey.use')}
        </Button>
      )}
      {ways?.hasSso && (
        <Button kind="quiet" onClick={() => void byProvider()}>
          {t('sso.again')}
        </Button>
      )}
    </p>
  )
}
