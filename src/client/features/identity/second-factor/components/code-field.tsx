import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusedText } from '#client/i18n/refused-text.ts'
import { type Refused, refusedBecause } from '#client/platform/refused.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import css from '../second-factor.module.css'

interface CodeFieldProps {
  label: string
  hint?: ReactNode
  submit: string
  /** Takes the code; what it throws is said below the field, and what was typed stays. */
  onCode: (code: string) => Promise<unknown>
}

/** One code, of the app or a recovery code. */
export function CodeField({ label, hint, submit, onCode }: CodeFieldProps) {
  const { t } = useTranslation('identity.second-factor')
  const refusedText = useRefusedText()
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const { mutate, isPending, error } = useMutation(
    async (typed: string) => {
      try {
        await onCode(typed)
      } catch (thrown) {
        await loadWords('errors')
        throw thrown
      }
    },
    { reasonOf: (thrown): Refused => refusedBecause(thrown) },
  )
  return (
    <form
      noValidate
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        setIsMissing(code.trim() === '')
        if (code.trim() !== '') void mutate(code.trim())
      }}
    >
      <TextField
        id="factor-code"
        label={label}
        hint={hint}
        error={isMissing ? t('code.missing') : undefined}
        dir="ltr"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={code}
        onChange={setCode}
      />
      {error && (
        <InlineNotice tone="problem" role="alert">
          {refusedText(error)}
        </InlineNotice>
      )}
      <Button kind="main" type="submit" isWorking={isPending}>
        {submit}
      </Button>
    </form>
  )
}
