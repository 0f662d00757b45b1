import { Link, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import { type Refused, refusedBecause } from '#client/platform/refused.ts'
import { afterSignIn, safeRedirect } from '#client/platform/session/entry-path.ts'
import { type KeptTurn, takeTurn } from '#client/platform/session/provider-turn.ts'
import { openSession } from '#client/platform/session/session.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { finishOwn, finishSignIn } from './single-sign-on.api.ts'

/** Ends what was begun at the provider. @returns where the person goes now */
async function finish({ state, purpose, href }: KeptTurn, query: string): Promise<string> {
  if (purpose === 'own') {
    await finishOwn({ state, query })
    return safeRedirect(href) ?? '/profile/security'
  }
  const answer = await finishSignIn({ state, query })
  openSession('staff', answer)
  return afterSignIn('staff', href, answer.user.authority)
}

/** The page to which a provider sends people back. It finishes what this tab has begun, and nothing else. */
export function SsoScreen() {
  const { t } = useTranslation('identity.second-factor')
  const refusedText = useRefusedText()
  const router = useRouter()
  // Read before the code leaves the address bar.
  const [query] = useState(() => location.search.slice(1))
  const [turn] = useState(() => takeTurn(new URLSearchParams(query).get('state')))
  const [refused, setRefused] = useState<Refused>()
  const isAsked = useRef(false)
  useEffect(() => {
    if (!turn || isAsked.current) return
    isAsked.current = true
    history.replaceState(history.state, '', location.pathname)
    finish(turn, query).then(
      (href) => void router.navigate({ href, replace: true }),
      (error: unknown) => setRefused(refusedBecause(error)),
    )
  }, [turn, query, router])
  if (turn && !refused) {
    return <EntryCard title={t(turn.purpose === 'own' ? 'sso.linking' : 'sso.returning')} />
  }
  return (
    <EntryCard title={t('sso.failedTitle')} lead={refused ? refusedText(refused) : t('sso.lost')}>
      {turn?.purpose === 'own' ? (
        <Link to="/profile/$tab" params={{ tab: 'security' }}>
          {t('sso.toAccount')}
        </Link>
      ) : (
        <Link to="/sign-in">{t('sso.toSignIn')}</Link>
      )}
    </EntryCard>
  )
}
