import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { ProvidedSchool } from '#shared/identity/provider.contract.ts'
import { formatDay } from '#shared/kernel/text/format-day.rules.ts'
import { CopiedLink } from '../setup/components/copied-link.tsx'
import setup from '../setup/components/setup.module.css'
import css from './provider.module.css'
import { inviteAdministrator } from './provider-work.ts'

interface CardProps {
  token: string
  school: ProvidedSchool
  /** Creates a school that begins with what this one has set. */
  onCopy: (code: string) => void
}

/** One school: where it is, whether anybody manages it, a link for an administrator, and the way to another one like it. */
export function SchoolCard({ token, school, onCopy }: CardProps) {
  const { t, i18n } = useTranslation('identity.setup')
  const pick = useBilingual()
  const [isInviting, setIsInviting] = useState(false)
  const { code, name, address, createdAt, isDemo, hasAdministrator } = school
  return (
    <li className={css.school}>
      <h2>
        <bdi>{pick(name)}</bdi>
      </h2>
      <p className={setup.soft}>
        <a href={address} dir="ltr">
          {address}
        </a>{' '}
        · {t('provider.created', { day: formatDay(createdAt.slice(0, 10), i18n.language) })}
        {isDemo && ` · ${t('provider.isDemo')}`}
      </p>
      {!hasAdministrator && <InlineNotice tone="warning">{t('provider.unmanaged')}</InlineNotice>}
      {isInviting ? (
        <InviteForm token={token} code={code} onClose={() => setIsInviting(false)} />
      ) : (
        <div className={css.line}>
          <button
            type="button"
            className={setup.plain}
            aria-label={`${t('provider.invite')}: ${pick(name)}`}
            onClick={() => setIsInviting(true)}
          >
            {t('provider.invite')}
          </button>
          <button
            type="button"
            className={setup.plain}
            aria-label={`${t('provider.copy')}: ${pick(name)}`}
            onClick={() => onCopy(code)}
          >
            {t('provider.copy')}
          </button>
        </div>
      )}
    </li>
  )
}

interface InviteProps {
  token: string
  code: string
  onClose: () => void
}

function InviteForm({ token, code, onClose }: InviteProps) {
  const { t, i18n } = useTranslation('identity.setup')
  const errorText = useErrorText()
  const [person, setPerson] = useState({ en: '', ar: '', email: '' })
  const [sent, setSent] = useState<{ isMailed: boolean; link: string | null }>()
  const { mutate, error } = useMutation(inviteAdministrator, { onSuccess: setSent })
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const typed = { en: person.en.trim(), ar: person.ar.trim(), email: person.email.trim() }
    void mutate(token, code, typed, i18n.language === 'ar' ? 'ar' : 'en')
  }
  if (sent) return sent.link === null ? <p role="status">{t('provider.mailed')}</p> : <CopiedLink link={sent.link} />
  return (
    <form noValidate className={setup.form} onSubmit={submit}>
      <p className={setup.soft}>{t('provider.inviteText')}</p>
      {(['en', 'ar'] as const).map((lang) => (
        <TextField
          key={lang}
          label={t(lang === 'en' ? 'administrator.nameEn' : 'administrator.nameAr')}
          lang={lang}
          maxLength={100}
          value={person[lang]}
          onChange={(typed) => setPerson({ ...person, [lang]: typed })}
        />
      ))}
      <TextField
        label={t('administrator.email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        value={person.email}
        onChange={(email) => setPerson({ ...person, email })}
      />
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
      <div className={css.line}>
        <button type="submit" className={setup.plain}>
          {t('provider.send')}
        </button>
        <button type="button" className={setup.plain} onClick={onClose}>
          {t('provider.cancel')}
        </button>
      </div>
    </form>
  )
}
