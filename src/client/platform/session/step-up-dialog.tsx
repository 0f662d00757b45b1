import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { passkeyProve, passkeyProveBegin, passkeysRead } from '#shared/identity/passkey.contract.ts'
import { stepUp } from '#shared/identity/second-factor.contract.ts'
import { ownSsoProve, ownSsoRead } from '#shared/identity/single-sign-on.contract.ts'
import { ask } from '../http.ts'
import { type Refused, refusedBecause } from '../refused.ts'
import { useAnswer } from '../use-answer.ts'
import { useMutation } from '../use-mutation.ts'
import { canUsePasskeys, signByPasskey } from './passkey.ts'
import { leaveForProvider } from './provider-turn.ts'
import { withProof } from './with-proof.ts'

/** What is typed to prove who sits at the screen. */
type TypedWay = 'password' | 'code'

const proveByTyping = (way: TypedWay, typed: string) =>
  way === 'password' ? ask(stepUp, { password: typed }) : withProof((paid) => ask(stepUp, { code: typed, ...paid }))

/** Reads which ways this person has besides typing. */
async function readWays(): Promise<{ hasPasskey: boolean; hasSso: boolean }> {
  const [{ linkedAt }, { passkeys }] = await Promise.all([ask(ownSsoRead, {}), ask(passkeysRead, {})])
  const hasPasskey = canUsePasskeys() && passkeys.some(({ host }) => host === location.hostname)
  return { hasPasskey, hasSso: linkedAt !== null }
}

/** @throws PasskeyCancelled, AppError */
async function proveByPasskey(): Promise<void> {
  const { ticket, options } = await ask(passkeyProveBegin, { host: location.hostname })
  await ask(passkeyProve, { ticket, answer: await signByPasskey(options) })
}

/** Leaves for the school's provider, which leads back to this page: what was to be done is done again there. */
const proveByProvider = async (): Promise<void> =>
  leaveForProvider(await ask(ownSsoProve, {}), { purpose: 'own', href: location.pathname + location.search })

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
