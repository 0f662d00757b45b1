import { Link, useLocation, useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadWords } from '#client/i18n/i18n.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import type { Refused } from '#client/platform/refused.ts'
import { openSession, sessionAtom } from '#client/platform/session/session.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import type { SignedIn } from '#shared/identity/auth.contract.ts'
import type { SecondFactorAsked } from '#shared/identity/sign-in.contract.ts'
import { LazySecondFactorStep } from '../second-factor/lazy-second-factor-step.tsx'
import { attempt } from './account.actions.ts'

const SsoScreen = lazy(async () => ({ default: (await import('../single-sign-on/sso-screen.tsx')).SsoScreen }))

/** The page to which others send people who have signed in there: another school's page with a token, the school's own provider with a state. */
export function EnterSchoolScreen() {
  const [isFromProvider] = useState(() => new URLSearchParams(location.search).has('state'))
  if (!isFromProvider) return <HandedOver />
  return (
    <Suspense fallback={null}>
      <SsoScreen />
    </Suspense>
  )
}

/** Signs in by the token with which another school's page has led here, without a press. */
function HandedOver() {
  const { t } = useTranslation('identity.account')
  const pick = useBilingual()
  const refusedText = useRefusedText()
  const router = useRouter()
  const { hash } = useLocation()
  // Read before the token leaves the address bar, and with it whose it is.
  const [userId] = useState(() => new URLSearchParams(hash.replace(/^#/, '')).get('user'))
  const token = useLinkToken()
  const { signedIn, user } = useAtomValue(sessionAtom)
  // As it was on arrival: what is opened here is nobody else's.
  const [other] = useState(() => (signedIn && user && user.userId !== userId ? user : undefined))
  const [refused, setRefused] = useState<Refused>()
  const [asked, setAsked] = useState<SecondFactorAsked['secondFactor']>()
  const isAsked = useRef(false)
  const goIn = useCallback(
    (answer: SignedIn) => {
      openSession('staff', answer)
      return router.navigate({ to: '/', replace: true })
    },
    [router],
  )
  useEffect(() => {
    if (token === undefined || other || isAsked.current) return
    isAsked.current = true
    const enter = async () => {
      const { answer, refused: reason } = await attempt((calls) => calls.enterSchool({ token }))
      if (!answer) return setRefused(reason)
      if (answer.user === null) {
        await loadWords('identity.second-factor', 'errors')
        return setAsked(answer.secondFactor)
      }
      await goIn(answer)
    }
    void enter()
  }, [token, other, goIn])
  if (other) {
    return (
      <EntryCard title={t('enter.otherTitle')} lead={t('enter.otherLead', { name: pick(other.name) })}>
        <Link to="/">{t('enter.otherLink')}</Link>
      </EntryCard>
    )
  }
  if (asked) {
    const again = () => void router.navigate({ to: '/sign-in', replace: true })
    return <LazySecondFactorStep asked={asked} onSignedIn={goIn} onAgain={again} />
  }
  if (token === undefined || refused) {
    return (
      <EntryCard title={t('enter.failedTitle')} lead={refused ? refusedText(refused) : t('enter.noToken')}>
        <Link to="/sign-in">{t('enter.signIn')}</Link>
      </EntryCard>
    )
  }
  return <EntryCard title={t('enter.title')} lead={<span role="status">{t('enter.lead')}</span>} />
}
