// chunk: other-ways
import { useCallback } from 'react'
import { loadWords } from '#client/i18n/i18n.ts'
import { readOffer } from '#client/platform/session/sso-offer.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { SsoButton } from './sso-button.tsx'

/** Takes an invitation up by the school's own accounts, where it has set that up; nothing elsewhere. */
export function InvitedWay({ invitation }: { invitation: string }) {
  const question = useCallback(async () => {
    const isOffered = await readOffer()
    if (isOffered) await loadWords('identity.second-factor', 'errors')
    return isOffered
  }, [])
  const { answer: isOffered } = useAnswer(question)
  return isOffered ? <SsoButton invitation={invitation} /> : null
}
