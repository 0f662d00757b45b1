import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { afterSignIn } from '#client/platform/entry-path.ts'
import type { Credentials } from '#shared/contract/auth.ts'
import { CredentialsForm } from '../parts/credentials-form.tsx'
import { EntryCard } from '../parts/entry-card.tsx'
import { signIn } from '../sign-in.actions.ts'

export function PosSignInScreen() {
  const { t } = useTranslation('sign-in')
  const router = useRouter()
  const enter = async (credentials: Credentials) => {
    const refused = await signIn('pos', credentials)
    if (!refused) await router.navigate({ href: afterSignIn('pos', undefined), replace: true })
    return refused
  }
  return (
    <EntryCard
      title={t('pos.title')}
      lead={t('pos.lead')}
      elsewhere={
        <>
          {t('staff.question')} <Link to="/sign-in">{t('staff.link')}</Link>
        </>
      }
    >
      <CredentialsForm submitLabel={t('submit')} onSubmit={enter} />
    </EntryCard>
  )
}
