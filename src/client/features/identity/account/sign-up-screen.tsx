import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { afterSignIn } from '#client/platform/session/entry-path.ts'
import { currentSession, openSession } from '#client/platform/session/session.ts'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { attempt, pageLanguage, waitingPage } from './account.actions.ts'
import { type NewAccount, SignUpForm } from './components/sign-up-form.tsx'

/** A new account: to be confirmed by mail, or, with the link of a mail, open at once under a user name of one's own. */
export function SignUpScreen() {
  const { t } = useTranslation('identity.account')
  const router = useRouter()
  const token = useLinkToken()
  const { redirectUrl } = useSearch({ from: '/_unauthenticated/sign-up' })
  const onward = redirectUrl === undefined ? {} : { redirectUrl }

  const signUp = async ({ name, email, password }: NewAccount) => {
    const input = { name, email, password, language: pageLanguage() }
    const { answer, refused } = await attempt((calls) => calls.register(input))
    if (answer) {
      const state = { waiting: waitingPage(email, answer) }
      await router.navigate({ to: '/verify-account', search: onward, state })
    }
    return refused
  }
  const join = async ({ name, userName, password }: NewAccount) => {
    const { answer, refused } = await attempt((calls) =>
      calls.registerByLink({ token: token ?? '', name, userName, password }),
    )
    if (answer) {
      openSession('staff', answer)
      await router.navigate({
        href: afterSignIn('staff', redirectUrl, currentSession().user?.authority),
        replace: true,
      })
    }
    return refused
  }
  const isJoining = token !== undefined
  return (
    <EntryCard
      title={t(isJoining ? 'join.title' : 'signUp.title')}
      lead={t(isJoining ? 'join.lead' : 'signUp.lead')}
      elsewhere={
        <p>
          {t('signIn.question')}{' '}
          <Link to="/sign-in" search={onward}>
            {t('signIn.link')}
          </Link>
        </p>
      }
    >
      <SignUpForm
        key={String(isJoining)}
        by={isJoining ? 'userName' : 'email'}
        submit={t(isJoining ? 'join.submit' : 'signUp.submit')}
        onSend={isJoining ? join : signUp}
      />
    </EntryCard>
  )
}
