import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import type { OwnSession } from '#shared/identity/profile.contract.ts'
import { browserName } from '../browser-name.ts'
import { signOutElsewhere } from '../profile.api.ts'
import css from './profile-part.module.css'
import { Said } from './said.tsx'

export function SessionList({ sessions, onChanged }: { sessions: readonly OwnSession[]; onChanged: () => void }) {
  const { t } = useTranslation('identity.profile')
  const errorText = useErrorText()
  const [ended, setEnded] = useState<number>()
  const { mutate, error } = useMutation(signOutElsewhere, {
    onSuccess: (done) => {
      setEnded(done.ended)
      onChanged()
    },
  })
  const isAlone = sessions.every(({ isThis }) => isThis)
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title" className={css.title}>
        {t('sessions.title')}
      </h2>
      <ul className={css.sessions}>
        {sessions.map((session) => (
          <OneSession key={`${session.since} ${session.userAgent}`} {...session} />
        ))}
      </ul>
      {isAlone ? (
        <p className={common.soft}>{t('sessions.only')}</p>
      ) : (
        <Button onClick={() => void mutate()}>{t('sessions.elsewhere')}</Button>
      )}
      <Said
        good={ended === undefined ? undefined : t('sessions.ended', { count: ended })}
        bad={error && errorText(error)}
      />
    </section>
  )
}

function OneSession({ kind, isThis, userAgent, since, until }: OwnSession) {
  const { t } = useTranslation('identity.profile')
  const format = useFormat()
  const known = browserName(userAgent)
  return (
    <li className={css.session}>
      <bdi>{known ? t('browser.on', known) : t('sessions.unknown')}</bdi>
      {isThis && <span className={css.this}>{t('sessions.this')}</span>}
      <small>
        {t(kind === 'pos' ? 'sessions.till' : 'sessions.desk')} · {t('sessions.since', { at: format.dateTime(since) })}{' '}
        · {t('sessions.until', { at: format.dateTime(until) })}
      </small>
    </li>
  )
}
