import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { EntryCard } from '#client/ui/feedback/entry-card.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import css from './subscribe.module.css'

const looksWhole = (email: string) => /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/.test(email)

function useAsking(onSent: (email: string) => void) {
  const { t, i18n } = useTranslation('messaging.subscribe')
  const errorText = useErrorText()
  const [problem, setProblem] = useState<{ text: string }>()
  const { mutate, isPending } = useMutation(
    async (email: string, trap: string) => {
      const { askForNews } = await import('../subscribe-work.ts')
      await askForNews(email, i18n.language === 'ar' ? 'ar' : 'en', trap)
      onSent(email)
    },
    { onError: (why) => setProblem({ text: errorText(why) }) },
  )
  const send = (email: string, trap: string) => {
    if (!looksWhole(email)) return setProblem({ text: t('bad') })
    setProblem(undefined)
    void mutate(email, trap)
  }
  return { problem, isPending, send }
}

export function AskForNews() {
  const { t } = useTranslation('messaging.subscribe')
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const trap = useRef<HTMLInputElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { problem, isPending, send } = useAsking(setSentTo)
  useEffect(() => {
    if (problem !== undefined) input.current?.focus()
  }, [problem])
  if (sentTo !== undefined) {
    return (
      <div role="status">
        <EntryCard title={t('sentTitle')} lead={t('sent', { email: `\u2068${sentTo}\u2069` })} />
      </div>
    )
  }
  return (
    <EntryCard title={t('title')} lead={t('lead')}>
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          send(email.trim(), trap.current?.value ?? '')
        }}
      >
        <TextField
          label={t('email')}
          ref={input}
          type="email"
          aria-required
          autoComplete="email"
          maxLength={254}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : 'problem'}
          value={email}
          onChange={setEmail}
        />
        {/* Nobody sees it and no key reaches it: what fills it in is no person. */}
        <div className="visually-hidden" aria-hidden="true">
          <input ref={trap} name="website" tabIndex={-1} autoComplete="off" />
        </div>
        {problem !== undefined && (
          <InlineNotice tone="problem" id="problem">
            {problem.text}
          </InlineNotice>
        )}
        <ActionButton isWorking={isPending}>{t('submit')}</ActionButton>
        <p className={css.soft} role="status">
          {isPending ? t('working') : ''}
        </p>
      </form>
    </EntryCard>
  )
}
