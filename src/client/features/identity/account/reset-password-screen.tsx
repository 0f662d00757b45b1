import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLinkToken } from '#client/platform/session/use-link-token.ts'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { LazyInvitedWay } from '../single-sign-on/lazy-ways.tsx'
import { attempt, pageLanguage } from './account.actions.ts'
import { DoneCard } from './components/later-steps.tsx'
import { PasswordForm } from './components/password-form.tsx'

/** Replaces a password, by the link of a mail. */
export function ResetPasswordScreen() {
  const { t } = useTranslation('identity.account')
  const token = useLinkToken()
  const [isDone, setIsDone] = useState(false)
  const save = async (password: string) => {
    const input = { token: token ?? '', password, language: pageLanguage() }
    const { refused } = await attempt((calls) => calls.resetPassword(input))
    setIsDone(!refused)
    return refused
  }
  if (isDone) {
    return (
      <DoneCard title={t('reset.doneTitle')} lead={t('reset.doneLead')}>
        <Link to="/sign-in">{t('verify.doneLink')}</Link>
      </DoneCard>
    )
  }
  const another = (
    <p>
      <Link to="/forgot-password">{t('reset.noLinkLink')}</Link>
    </p>
  )
  if (token === undefined) {
    return (
      <EntryCard title={t('reset.title')} lead={t('reset.noLinkLead')}>
        {another}
      </EntryCard>
    )
  }
  return (
    <EntryCard
      title={t('reset.title')}
      lead={t('reset.lead')}
      elsewhere={
        <>
          <LazyInvitedWay invitation={token} />
          {another}
        </>
      }
    >
      <PasswordForm submit={t('reset.submit')} onSave={save} />
    </EntryCard>
  )
}
