// chunk: other-ways
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { leaveForProvider } from '#client/platform/session/provider-turn.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'

interface SsoButtonProps {
  /** Where the person goes once they are in. */
  redirectUrl?: string | undefined
  /** Token of an invitation that is taken up by it. */
  invitation?: string | undefined
}

/** Signs in with the school's own accounts. Load the words of `identity.second-factor` and `errors` before. */
export function SsoButton({ redirectUrl, invitation }: SsoButtonProps) {
  const { t } = useTranslation('identity.second-factor')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(async () => {
    const { beginSignIn } = await import('./single-sign-on.api.ts')
    const begun = await beginSignIn(invitation)
    leaveForProvider(begun, { purpose: 'sign-in', href: redirectUrl })
  })
  return (
    <div>
      <Button isWorking={isPending} onClick={() => void mutate()}>
        {t(invitation === undefined ? 'sso.button' : 'sso.invite')}
      </Button>
      {error && (
        <InlineNotice tone="problem" role="alert">
          {errorText(error)}
        </InlineNotice>
      )}
    </div>
  )
}
