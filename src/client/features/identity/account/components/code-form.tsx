import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Refused } from '#client/platform/refused.ts'
import { useFields } from '#client/ui/fields/use-fields.ts'
import { codeDigits, isCode } from '#shared/identity/credentials.rules.ts'
import { useAccountForm } from '../hooks/use-account-form.ts'
import { AccountForm } from './account-form.tsx'
import css from './code-form.module.css'

interface CodeFormProps {
  submit: string
  /** Answers why it was refused, or nothing when the code was right. */
  onCode: (code: string) => Promise<Refused | undefined>
}

const inputIds = { code: 'mailed-code' } as const

/** Six digits from a mail: typed, pasted with what stands around them, or filled in by the device; Arabic digits too. */
export function CodeForm({ submit, onCode }: CodeFormProps) {
  const { t } = useTranslation('identity.account')
  const state = useAccountForm(inputIds)
  const form = useFields({
    initial: { code: '' },
    check: {
      code: (value) => (codeDigits(value) === '' ? t('code.missing') : isCode(value) ? null : t('code.wrong')),
    },
  })
  return (
    <AccountForm
      state={state}
      submit={submit}
      onSubmit={form.onSubmit(({ code }) => void state.send(() => onCode(codeDigits(code))), state.complain)}
    >
      <TextInput
        id={inputIds.code}
        label={t('code.label')}
        size="lg"
        dir="ltr"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={20}
        classNames={{ input: css.code ?? '' }}
        {...form.input('code')}
      />
    </AccountForm>
  )
}
