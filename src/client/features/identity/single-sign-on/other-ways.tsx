// chunk: other-ways
import { useCallback } from 'react'
import { loadWords } from '#client/i18n/i18n.ts'
import { canUsePasskeys } from '#client/platform/session/passkey.ts'
import { readOffer } from '#client/platform/session/sso-offer.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import type { SignedIn } from '#shared/identity/auth.contract.ts'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import css from '../second-factor/second-factor.module.css'
import { SsoButton } from './sso-button.tsx'

interface OtherWaysProps {
  /** Where the person goes once the school's provider has sent them back. */
  redirectUrl?: string | undefined
  onSignedIn: (answer: SignedIn) => unknown
}

/** The ways in besides the password: a passkey where the browser has any, and the school's own accounts where it has set that up. */
export function OtherWays({ redirectUrl, onSignedIn }: OtherWaysProps) {
  const question = useCallback(async () => {
    const [isOffered] = await Promise.all([readOffer(), loadWords('identity.second-factor', 'errors')])
    return { isOffered }
  }, [])
  const { answer } = useAnswer(question)
  if (!answer) return null
  return (
    <div className={css.acts}>
      {answer.isOffered && <SsoButton redirectUrl={redirectUrl} />}
      {canUsePasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
    </div>
  )
}
