import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { staffRoles } from '#shared/identity/staff.contract.ts'
import { Language } from '#shared/kernel/fields.ts'
import type { Role } from '#shared/kernel/roles.ts'
import { invite } from '../staff.api.ts'
import { type RolePreview, RoleTicks } from './role-ticks.tsx'

interface InviteSheetProps {
  Preview: RolePreview
  onClose: () => void
  /** Invited, with the link to hand over where the server sends no email. */
  onDone: (link: string | null) => void
}

const fields = { en: 'ltr', ar: 'rtl', email: 'ltr' } as const
type Field = keyof typeof fields

/** A colleague gets a mail and chooses their own password: nobody here ever knows one. */
export function InviteSheet({ Preview, onClose, onDone }: InviteSheetProps) {
  const { t, i18n } = useTranslation('identity.staff')
  const errorText = useErrorText()
  const { mutate, isPending, error } = useMutation(invite, { onSuccess: onDone })
  const [values, setValues] = useState<Record<Field, string>>({ en: '', ar: '', email: '' })
  const [roles, setRoles] = useState<Role[]>([])
  const [language, setLanguage] = useState<Language>(i18n.language === 'ar' ? 'ar' : 'en')
  const [missing, setMissing] = useState<'name' | 'roles'>()
  const formId = useId()
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    const { en, ar, email } = values
    const lacks = !en.trim() && !ar.trim() ? 'name' : roles.length === 0 ? 'roles' : undefined
    setMissing(lacks)
    if (lacks) return
    const given = staffRoles.filter((role) => roles.includes(role))
    void mutate({ names: { en, ar }, email, roles: given, language })
  }
  const footer = (
    <>
      <Button onClick={onClose}>{t('leave')}</Button>
      <Button kind="main" type="submit" form={formId} isWorking={isPending}>
        {t('invite.do')}
      </Button>
    </>
  )
  return (
    <Sheet title={t('invite.title')} onClose={onClose} footer={footer} size="wide">
      <p>{t('invite.lead')}</p>
      <form id={formId} className={common.stack} onSubmit={send}>
        {(Object.keys(fields) as Field[]).map((name) => (
          <TextField
            key={name}
            label={t(`invite.${name}`)}
            required={name === 'email'}
            type={name === 'email' ? 'email' : 'text'}
            dir={fields[name]}
            autoComplete="off"
            maxLength={name === 'email' ? 254 : 100}
            value={values[name]}
            onChange={(typed) => setValues({ ...values, [name]: typed })}
          />
        ))}
        <LanguageField language={language} onChange={setLanguage} />
        <RoleTicks Preview={Preview} roles={roles} onChange={setRoles} />
      </form>
      {missing && <p role="alert">{t(`invite.missing.${missing}`)}</p>}
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}

export function LanguageField({ language, onChange }: { language: Language; onChange: (language: Language) => void }) {
  const { t } = useTranslation('identity.staff')
  return (
    <ChoiceField
      label={t('invite.language')}
      values={Language.options}
      nameOf={(each) => t(`language.${each}`)}
      value={language}
      onChange={onChange}
    />
  )
}
