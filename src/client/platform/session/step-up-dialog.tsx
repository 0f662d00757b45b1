import { type SyntheticEvent, useState } from 'react'
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

const ways = ['password', 'code'] as const
type Way = (typeof ways)[number]

const prove = (way: Way, typed: string) =>
  way === 'password' ? ask(stepUp, { password: typed }) : withProof((paid) => ask(stepUp, { code: typed, ...paid }))

const readOwnSso = () => ask(ownSsoRead, {})

/** Whether this person has a passkey that this browser may use. */
const readPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && (await ask(passkeysRead, {})).passkeys.some(({ host }) => host === location.hostname)

async function proveByPasskey(): Promise<void> {
  const { ticket, options } = await ask(passkeyProveBegin, { host: location.hostname })
  await ask(passkeyProve, { ticket, answer: await signByPasskey(options) })
}

/** Asks for the password or a code of the authenticator app before something that cannot be undone. */
export function StepUpDialog({ onClose }: { onClose: (isProved: boolean) => void }) {
  const { t } = useTranslation('identity.second-factor')
  const refusedText = useRefusedText()
  const [isOpen, setIsOpen] = useState(true)
  const [way, setWay] = useState<Way>('password')
  const [typed, setTyped] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const close = (isProved: boolean) => {
    setIsOpen(false)
    onClose(isProved)
  }
  const { answer: sso } = useAnswer(readOwnSso)
  const leave = async () =>
    leaveForProvider(await ask(ownSsoProve, {}), { purpose: 'own', href: location.pathname + location.search })
  const { answer: hasPasskey } = useAnswer(readPasskeys)
  const { mutate: signByKey } = useMutation(proveByPasskey, { onSuccess: () => close(true) })
  const { mutate: goToProvider } = useMutation(leave)
  const { mutate, isPending, error, reset } = useMutation(prove, {
    onSuccess: () => close(true),
    reasonOf: (thrown): Refused => refusedBecause(thrown),
  })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsMissing(typed.trim() === '')
    if (typed.trim() !== '') void mutate(way, typed)
  }
  const other = way === 'password' ? 'code' : 'password'
  const change = () => {
    setWay(other)
    setTyped('')
    setIsMissing(false)
    reset()
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
      <form id="step-up" noValidate onSubmit={submit}>
        <p>{t('stepUp.why')}</p>
        <TextField
          key={way}
          autoFocus
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
        <p>
          <Button kind="quiet" onClick={change}>
            {t(`stepUp.by.${other}`)}
          </Button>
          {hasPasskey && (
            <Button kind="quiet" onClick={() => void signByKey()}>
              {t('passkey.use')}
            </Button>
          )}
          {sso?.linkedAt && (
            <Button kind="quiet" onClick={() => void goToProvider()}>
              {t('sso.again')}
            </Button>
          )}
        </p>
      </form>
    </Dialog>
  )
}
