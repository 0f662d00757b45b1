import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { TextField } from '#client/ui/fields/text-field.tsx'
import type { PublishedForm } from '#shared/forms/form.contract.ts'
import { useOpenDraft, useOpenForm } from '../form-context.ts'
import css from './continue-later.module.css'

interface ContinueLaterProps {
  published: PublishedForm
}

/** A quiet way out of a long form: a link by mail, to go on with it on another device. Stands below the form. */
export function ContinueLater(props: ContinueLaterProps) {
  const { t } = useTranslation('forms')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className={css.box}>
      <button type="button" className={css.open} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {t('later.open')}
      </button>
      {isOpen && <MailForm {...props} />}
    </div>
  )
}

const looksWhole = (email: string) => /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(email)

function useMailing({ published }: ContinueLaterProps) {
  const draft = useOpenDraft()
  const { t, i18n } = useTranslation('forms')
  const errorText = useErrorText()
  const [said, setSaid] = useState<{ text: string; isBad: boolean; isAddress?: true }>()
  const { mutate, isPending } = useMutation(
    async (email: string) => {
      const { mailLink } = await import('../draft-transfer.ts')
      await mailLink(published, draft, { email, language: i18n.language === 'ar' ? 'ar' : 'en' })
      setSaid({ text: t('later.sent', { email }), isBad: false })
    },
    { onError: (why) => setSaid({ text: why === 'L000' ? t('later.offline') : errorText(why), isBad: true }) },
  )
  const mail = (email: string) => {
    if (!looksWhole(email)) return setSaid({ text: t('problem.not-an-email'), isBad: true, isAddress: true })
    void mutate(email)
  }
  return { said, isPending, mail }
}

function MailForm(props: ContinueLaterProps) {
  const { t } = useTranslation('forms')
  const { answers } = useOpenForm()
  const { said, isPending, mail } = useMailing(props)
  const input = useRef<HTMLInputElement>(null)
  // Only for the address itself: what the network says comes later, when somebody may be typing elsewhere.
  const isWrong = said?.isAddress ?? false
  useEffect(() => {
    if (said?.isAddress) input.current?.focus()
  }, [said])
  const written = answers[props.published.definition.contact.email ?? '']
  const [email, setEmail] = useState(typeof written === 'string' ? written : '')
  return (
    <form
      noValidate
      className={css.mail}
      onSubmit={(event) => {
        event.preventDefault()
        mail(email.trim())
      }}
    >
      <p className={css.lead}>{t('later.lead')}</p>
      <TextField
        label={t('later.email')}
        type="email"
        ref={input}
        autoComplete="email"
        aria-required
        aria-invalid={isWrong}
        aria-describedby={isWrong ? 'later-problem' : undefined}
        value={email}
        onChange={setEmail}
      />
      <button type="submit" className={css.send} aria-disabled={isPending} aria-busy={isPending}>
        {t('later.send')}
      </button>
      {said && (
        <p
          id={isWrong ? 'later-problem' : undefined}
          className={css.said}
          data-bad={said.isBad || undefined}
          role={said.isBad ? 'alert' : 'status'}
        >
          {said.text}
        </p>
      )}
    </form>
  )
}
