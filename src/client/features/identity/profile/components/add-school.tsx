// chunk: profile
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import { type Refused, refusedBecause } from '#client/platform/refused.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { PasswordField } from '#client/ui/fields/password-field.tsx'
import { useFields } from '#client/ui/fields/use-fields.ts'
import type { Language } from '#shared/kernel/fields.ts'
import { addSchool, addSchoolByInvitation } from '../profile.api.ts'
import css from './profile-part.module.css'
import { Said } from './said.tsx'

/** Adds a school by its password, or by the link of its invitation. */
export function AddSchool({ asksPassword, onAdded }: { asksPassword: boolean; onAdded: () => void }) {
  const { t } = useTranslation('identity.profile')
  const [round, setRound] = useState(0)
  const [isAdded, setIsAdded] = useState(false)
  const done = () => {
    setIsAdded(true)
    setRound((n) => n + 1)
    onAdded()
  }
  return (
    <>
      <h2 className={css.title}>{t('schools.addTitle')}</h2>
      <Said good={isAdded ? t('schools.added') : undefined} bad={undefined} />
      {/* A new key empties the field. */}
      <ByPassword key={`password ${round}`} asksPassword={asksPassword} onDone={done} />
      <details className={css.other}>
        <summary>{t('schools.byInvitation')}</summary>
        <p className={common.soft}>{t('schools.invitationLead')}</p>
        <ByInvitation key={`invitation ${round}`} asksPassword={asksPassword} onDone={done} />
      </details>
    </>
  )
}

/** A typed address that leads to no school has its own sentence. */
function useAdding<T extends { ownPassword: string }>(
  call: (values: Omit<T, 'ownPassword'> & { ownPassword?: string; language: Language }) => Promise<unknown>,
  onDone: () => void,
) {
  const { t, i18n } = useTranslation('identity.profile')
  const refusedText = useRefusedText()
  const { mutate, isPending, error } = useMutation(
    ({ ownPassword, ...values }: T) =>
      call({ ...values, ...(ownPassword && { ownPassword }), language: i18n.language === 'ar' ? 'ar' : 'en' }),
    {
      onSuccess: onDone,
      reasonOf: (thrown): Refused => refusedBecause(thrown),
    },
  )
  const isUnknown = error?.messageId === 'request.not-found'
  return { mutate, isPending, bad: error && (isUnknown ? t('schools.unknown') : refusedText(error)) }
}

const empty = { schoolAddress: '', userName: '', password: '', ownPassword: '' }

interface FormProps {
  /** The sign-in is not fresh: the own password confirms whose account this is. */
  asksPassword: boolean
  onDone: () => void
}

function ByPassword({ asksPassword, onDone }: FormProps) {
  const { t } = useTranslation('identity.profile')
  const { mutate, isPending, bad } = useAdding<typeof empty>(addSchool, onDone)
  const needed = (value: string) => (value.trim() === '' ? t('schools.missing') : null)
  const { input, onSubmit } = useFields({
    initial: empty,
    check: {
      schoolAddress: needed,
      userName: needed,
      password: needed,
      ownPassword: asksPassword ? needed : () => null,
    },
  })
  return (
    <form className={css.form} noValidate onSubmit={onSubmit((values) => void mutate(values), focusFirst)}>
      <TextInput
        size="md"
        id="school-address"
        dir="ltr"
        label={t('schools.address')}
        description={t('schools.addressHint')}
        {...input('schoolAddress')}
      />
      <TextInput
        size="md"
        id="school-user"
        dir="ltr"
        autoComplete="off"
        label={t('schools.userName')}
        {...input('userName')}
      />
      <PasswordField
        id="school-password"
        label={t('schools.password')}
        size="md"
        maxLength={200}
        {...input('password')}
      />
      {asksPassword && (
        <PasswordField
          id="own-password"
          label={t('schools.ownPassword')}
          description={t('schools.ownPasswordHint')}
          size="md"
          maxLength={200}
          {...input('ownPassword')}
        />
      )}
      <Button kind="main" type="submit" isWorking={isPending}>
        {t('schools.add')}
      </Button>
      <Said good={undefined} bad={bad} />
    </form>
  )
}

const inputIds = {
  schoolAddress: 'school-address',
  userName: 'school-user',
  password: 'school-password',
  ownPassword: 'own-password',
}

function focusFirst(errors: Partial<Record<keyof typeof empty, unknown>>) {
  const wrong = (['schoolAddress', 'userName', 'password', 'ownPassword'] as const).find((name) => errors[name])
  if (wrong) document.querySelector<HTMLInputElement>(`#${inputIds[wrong]}`)?.focus()
}

function ByInvitation({ asksPassword, onDone }: FormProps) {
  const { t } = useTranslation('identity.profile')
  const { mutate, isPending, bad } = useAdding<{ link: string; ownPassword: string }>(addSchoolByInvitation, onDone)
  const needed = (value: string) => (value.trim() === '' ? t('schools.missing') : null)
  const { input, onSubmit } = useFields({
    initial: { link: '', ownPassword: '' },
    check: { link: needed, ownPassword: asksPassword ? needed : () => null },
  })
  const focus = () => document.querySelector<HTMLInputElement>('#school-link')?.focus()
  return (
    <form className={css.form} noValidate onSubmit={onSubmit((values) => void mutate(values), focus)}>
      <TextInput size="md" id="school-link" dir="ltr" autoComplete="off" label={t('schools.link')} {...input('link')} />
      {asksPassword && (
        <PasswordField
          id="own-password-link"
          label={t('schools.ownPassword')}
          description={t('schools.ownPasswordHint')}
          size="md"
          maxLength={200}
          {...input('ownPassword')}
        />
      )}
      <Button type="submit" isWorking={isPending}>
        {t('schools.accept')}
      </Button>
      <Said good={undefined} bad={bad} />
    </form>
  )
}
