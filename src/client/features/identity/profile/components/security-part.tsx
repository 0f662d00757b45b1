// chunk: profile
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { PasswordField } from '#client/ui/fields/password-field.tsx'
import { useFields } from '#client/ui/fields/use-fields.ts'
import { isLongEnough, minPasswordLength } from '#shared/identity/credentials.rules.ts'
import type { OwnSession } from '#shared/identity/profile.contract.ts'
import { browserName } from '../browser-name.ts'
import { changePassword, signOutElsewhere } from '../profile.api.ts'
import css from './profile-part.module.css'
import { Said } from './said.tsx'

const SecondFactorSection = lazy(async () => ({
  default: (await import('../../second-factor/second-factor-section.tsx')).SecondFactorSection,
}))

const PasskeySection = lazy(async () => ({
  default: (await import('../../passkeys/passkey-section.tsx')).PasskeySection,
}))
const SsoSection = lazy(async () => ({
  default: (await import('../../single-sign-on/sso-section.tsx')).SsoSection,
}))

const empty = { current: '', password: '' }

/** By the password of today, so that nobody changes it at a desk somebody has left. */
function PasswordForm({ userName, onChanged }: { userName: string; onChanged: () => void }) {
  const [round, setRound] = useState(0)
  const [isSaved, setIsSaved] = useState(false)
  const { t } = useTranslation('identity.profile')
  const done = () => {
    setIsSaved(true)
    setRound((n) => n + 1)
    onChanged()
  }
  return (
    <section aria-labelledby="password-title">
      <h2 id="password-title" className={css.title}>
        {t('password.title')}
      </h2>
      <Said good={isSaved ? t('password.saved') : undefined} bad={undefined} />
      {/* A new key empties the field. */}
      <Fields key={round} userName={userName} onBegin={() => setIsSaved(false)} onDone={done} />
    </section>
  )
}

interface FieldsProps {
  userName: string
  onBegin: () => void
  onDone: () => void
}

function Fields({ userName, onBegin, onDone }: FieldsProps) {
  const { t, i18n } = useTranslation('identity.profile')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(changePassword, { onSuccess: onDone })
  const { input, onSubmit } = useFields({
    initial: empty,
    check: {
      current: (value) => (value === '' ? t('password.currentMissing') : null),
      password: (value) => (isLongEnough(value) ? null : t('password.short', { least: minPasswordLength })),
    },
  })
  const send = (values: typeof empty) => {
    onBegin()
    void mutate({ ...values, language: i18n.language === 'ar' ? 'ar' : 'en' })
  }
  const focusWrong = (errors: Partial<typeof empty>) =>
    document.querySelector<HTMLInputElement>(`#own-${errors.current ? 'current' : 'password'}`)?.focus()
  return (
    <form className={css.form} onSubmit={onSubmit(send, focusWrong)} noValidate>
      {/* For password managers: whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={userName} readOnly hidden />
      <PasswordField id="own-current" label={t('password.current')} size="md" maxLength={200} {...input('current')} />
      <PasswordField
        id="own-password"
        label={t('password.next')}
        description={t('password.hint', { least: minPasswordLength })}
        size="md"
        autoComplete="new-password"
        maxLength={200}
        {...input('password')}
      />
      <Button kind="main" type="submit" isWorking={isPending}>
        {t('password.save')}
      </Button>
      <Said good={undefined} bad={error && errorText(error)} />
    </form>
  )
}

function SessionList({ sessions, onChanged }: { sessions: readonly OwnSession[]; onChanged: () => void }) {
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

interface SecurityPartProps {
  userName: string
  sessions: readonly OwnSession[]
  onChanged: () => void
}

export const SecurityPart = ({ userName, sessions, onChanged }: SecurityPartProps) => (
  <>
    <PasswordForm userName={userName} onChanged={onChanged} />
    <Suspense fallback={null}>
      <SecondFactorSection />
      <PasskeySection />
      <SsoSection />
    </Suspense>
    <SessionList sessions={sessions} onChanged={onChanged} />
  </>
)
