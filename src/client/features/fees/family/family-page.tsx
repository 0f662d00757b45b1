import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { sessionAtom } from '#client/platform/session/session.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useIsOnline } from '#client/platform/use-online.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { LinkExpired } from '#client/ui/feedback/link-expired.tsx'
import { LinkNotFound } from '#client/ui/feedback/link-not-found.tsx'
import linkPage from '#client/ui/feedback/link-page.module.css'
import css from './components/family-fees.module.css'
import { PayerFees } from './components/payer-fees.tsx'
import type { FeeDoor } from './fee-door.types.ts'
import { PaidScreen } from './paid-screen.tsx'

/** `/fee-account`: what a payer owes. `/fee-paid/{id}`: what became of a payment. Anything else leads home. */
export function FamilyPage() {
  const { page = '', _splat: rest = '' } = useParams({ strict: false })
  if (page === 'account') return <FamilyFeesScreen />
  if (page === 'paid' && rest !== '') return <PaidScreen key={rest} intentId={rest} />
  return <Navigate to="/" replace />
}

/** What a payer owes and has paid, by the link of a mail or signed in. */
function FamilyFeesScreen() {
  const token = useLinkToken()
  const { signedIn, user } = useAtomValue(sessionAtom)
  const isFamily = signedIn && user?.authority.includes('family') === true
  if (token === undefined && !isFamily) return <NoDoor />
  return <Opened key={token ?? 'account'} token={token} />
}

/** Neither a link nor a family's account. */
function NoDoor() {
  const { t } = useTranslation('fees.family')
  const { t: words } = useTranslation('link')
  const contact = useAtomValue(schoolAtom)?.contact
  return (
    <div className={css.page}>
      <LinkExpired title={words('none')} contact={contact}>
        {t('door.text')}
      </LinkExpired>
      <p>
        <Link to="/sign-in" className={css.way}>
          {t('door.signIn')}
        </Link>
      </p>
    </div>
  )
}

function Opened({ token }: FeeDoor) {
  const { t } = useTranslation('fees.family')
  const errorText = useErrorText()
  const contact = useAtomValue(schoolAtom)?.contact
  const isOnline = useIsOnline()
  const read = useCallback(async () => (await import('./family-fees.api.ts')).readFees({ token }), [token])
  const { answer, failure, again } = useAnswer(read)
  // Back from the gateway by the browser's own button: what is shown was true before.
  useEffect(() => {
    const look = (event: PageTransitionEvent) => event.persisted && again()
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [again])
  if (failure === 'link.over' || (failure && !answer))
    return <LinkNotFound messageId={failure} contact={contact} onAgain={again} />
  if (!answer)
    return (
      <p className={linkPage.wait} aria-busy="true" role="status">
        {t('loading')}
      </p>
    )
  return (
    <div className={css.page}>
      <h1 className={linkPage.title}>{t('title')}</h1>
      <p role="status" className={css.offline}>
        {isOnline ? '' : t('offline')}
      </p>
      {failure && <InlineNotice tone="problem">{errorText(failure)}</InlineNotice>}
      {answer.length === 0 && <p>{t('noPayer')}</p>}
      {answer.map((fees) => (
        <PayerFees
          key={fees.payerId}
          fees={fees}
          door={{ token }}
          isOnline={isOnline}
          isOneOfSeveral={answer.length > 1}
          again={again}
        />
      ))}
    </div>
  )
}
