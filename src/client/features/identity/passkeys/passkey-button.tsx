// chunk: other-ways
import { useTranslation } from 'react-i18next'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import type { SignedIn } from '#shared/identity/auth.contract.ts'
import { usePasskeyText } from './use-passkey-text.ts'

/** Signs in by a passkey, without a name. */
export function PasskeyButton({ onSignedIn }: { onSignedIn: (answer: SignedIn) => unknown }) {
  const { t } = useTranslation('identity.second-factor')
  const passkeyText = usePasskeyText()
  const { mutate, isPending, error } = useMutation(async () => (await import('./passkey.api.ts')).signInByPasskey(), {
    onSuccess: onSignedIn,
    reasonOf: (thrown): { thrown: unknown } => ({ thrown }),
  })
  return (
    <div>
      <Button isWorking={isPending} onClick={() => void mutate()}>
        {t('passkey.signIn')}
      </Button>
      {error && (
        <InlineNotice tone="problem" role="alert">
          {passkeyText(error.thrown)}
        </InlineNotice>
      )}
    </div>
  )
}
