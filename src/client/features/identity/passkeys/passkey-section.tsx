import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#client/i18n/format.ts'
import { canUsePasskeys } from '#client/platform/session/passkey.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import css from '../second-factor/second-factor.module.css'
import { addPasskey, readPasskeys, removePasskey } from './passkey.api.ts'
import { usePasskeyText } from './use-passkey-text.ts'

/** The passkeys of one's own account. */
export function PasskeySection() {
  const { t } = useTranslation('identity.second-factor')
  const passkeyText = usePasskeyText()
  const { answer: passkeys, again } = useAnswer(readPasskeys)
  const [name, setName] = useState('')
  const { mutate, isPending, error } = useMutation((work: () => Promise<unknown>) => work(), {
    onSuccess: () => {
      setName('')
      again()
    },
    reasonOf: (thrown): { thrown: unknown } => ({ thrown }),
  })
  const add = (event: SyntheticEvent) => {
    event.preventDefault()
    if (name.trim() !== '') void mutate(() => addPasskey(name.trim()))
  }
  return (
    <section aria-labelledby="passkeys-title" className={css.form}>
      <h2 id="passkeys-title" className={css.title}>
        {t('passkey.title')}
      </h2>
      <p className={common.soft}>{t('passkey.why')}</p>
      {passkeys?.length === 0 && <p>{t('passkey.none')}</p>}
      {passkeys && passkeys.length > 0 && (
        <ul className={css.keys}>
          {passkeys.map((each) => (
            <OnePasskey key={each.id} {...each} onRemove={() => void mutate(() => removePasskey(each.id))} />
          ))}
        </ul>
      )}
      {error && (
        <InlineNotice tone="problem" role="alert">
          {passkeyText(error.thrown)}
        </InlineNotice>
      )}
      {canUsePasskeys() ? (
        <form className={css.form} noValidate onSubmit={add}>
          <TextField
            label={t('passkey.name')}
            hint={t('passkey.nameHint')}
            maxLength={60}
            value={name}
            onChange={setName}
          />
          <Button type="submit" isWorking={isPending} disabled={name.trim() === ''}>
            {t('passkey.add')}
          </Button>
        </form>
      ) : (
        <p className={common.soft}>{t('passkey.unsupported')}</p>
      )}
    </section>
  )
}

type Shown = Awaited<ReturnType<typeof readPasskeys>>[number]

function OnePasskey({ name, host, createdAt, usedAt, onRemove }: Shown & { onRemove: () => void }) {
  const { t } = useTranslation('identity.second-factor')
  const format = useFormat()
  return (
    <li className={css.key}>
      <span>
        <bdi>{name}</bdi>
        <small className={common.soft}>
          {' '}
          {t('passkey.at', { host, at: format.dateTime(createdAt) })}
          {usedAt !== null && ` · ${t('passkey.used', { at: format.dateTime(usedAt) })}`}
        </small>
      </span>
      <Button kind="quiet" onClick={onRemove}>
        {t('passkey.remove')}
      </Button>
    </li>
  )
}
