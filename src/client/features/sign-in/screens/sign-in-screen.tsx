import { Link, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { afterSignIn } from '#client/platform/entry-path.ts'
import type { Credentials } from '#shared/contract/auth.ts'
import { CredentialsForm } from '../parts/credentials-form.tsx'
import { EntryCard } from '../parts/entry-card.tsx'
import { signInAtDesk } from '../sign-in.actions.ts'

export function SignInScreen() {
  const { t } = useTranslation('sign-in')
  const router = useRouter()
  const { redirectUrl } = useSearch({ from: '/_unauthenticated/sign-in' })
  const enter = async (credentials: Credentials) => {
    const refused = await signInAtDesk(credentials)
    if (!refused) await router.navigate({ href: afterSignIn('staff', redirectUrl), replace: true })
    return refused
  }
  return (
    <EntryCard
      title={t('title')}
      lead={t('lead')}
      elsewhere={
        <>
          {t('till.question')} <Link to="/pos-sign-in">{t('till.link')}</Link>
        </>
      }
    >
      <CredentialsForm submitLabel={t('submit')} onSubmit={enter} />
    </EntryCard>
  )
}
