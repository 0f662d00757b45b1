import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { LinkExpired } from '#client/ui/feedback/link-expired.tsx'
import css from './subscribe.module.css'

/** What a link does is done by a press: programs that look into mails open links too. */
export function ByLink({ token, kind }: { token: string; kind: 'confirm' | 'end' }) {
  const { t } = useTranslation(['messaging.subscribe', 'link'])
  const errorText = useErrorText()
  const contact = useAtomValue(schoolAtom)?.contact
  const [isDone, setIsDone] = useState(false)
  const follow = async () => {
    const { confirmByLink, endByLink } = await import('../subscribe-work.ts')
    await (kind === 'end' ? endByLink(token) : confirmByLink(token))
  }
  const { mutate, isPending, error } = useMutation(follow, { onSuccess: () => setIsDone(true) })
  if (isDone) {
    return (
      <div role="status">
        <EntryCard
          title={t(`messaging.subscribe:${kind}.done`)}
          lead={t(`messaging.subscribe:${kind}.doneLead`)}
          elsewhere={kind === 'end' && <Link to="/subscribe">{t('messaging.subscribe:end.again')}</Link>}
        />
      </div>
    )
  }
  if (error === 'link.over') {
    return (
      <LinkExpired title={t('link:over')} contact={contact}>
        {errorText(error)}
      </LinkExpired>
    )
  }
  return (
    <EntryCard title={t(`messaging.subscribe:${kind}.title`)} lead={t(`messaging.subscribe:${kind}.lead`)}>
      <form
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          void mutate()
        }}
      >
        {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
        <ActionButton isWorking={isPending}>{t(`messaging.subscribe:${kind}.submit`)}</ActionButton>
      </form>
    </EntryCard>
  )
}
