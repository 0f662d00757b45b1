import { TextInput } from '@mantine/core'
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { pairThisDevice } from '#client/platform/offline/device.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { ActionButton } from '#client/ui/action-button.tsx'
import { ErrorSummary, type Problem } from '#client/ui/fields/error-summary.tsx'
import { askToKeep } from '../self-test.ts'
import css from './pair-form.module.css'

const inputId = 'pairing-code'

/** Codes are read aloud and typed in groups; what stands between them does not matter. */
const tidy = (code: string) => code.replaceAll(/[^0-9A-Za-z٠-٩]/g, '').toUpperCase()

const toLatin = (code: string) => code.replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))

/** Redeems the code that a supervisor made. */
export function PairForm() {
  const { t } = useTranslation('sync.devices')
  const errorText = useErrorText()
  const [code, setCode] = useState('')
  const [problems, setProblems] = useState<readonly Problem[]>([])
  const { mutate, isPending } = useMutation(pairThisDevice, {
    onError: (why) => setProblems([{ message: errorText(why), inputId }]),
  })
  const pair = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isPending) return
    const wanted = toLatin(tidy(code))
    if (wanted.length < 6) return setProblems([{ message: t('pair.missing'), inputId }])
    setProblems([])
    // Asked now, while the press of the button still counts as a person's wish.
    void askToKeep()
    void mutate(wanted)
  }
  return (
    <form noValidate className={css.form} onSubmit={pair}>
      <ErrorSummary title={t('pair.problem')} problems={problems} />
      <TextInput
        id={inputId}
        label={t('pair.code')}
        description={t('pair.hint')}
        size="lg"
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={16}
        classNames={{ input: css.code ?? '' }}
        error={problems[0]?.message}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <ActionButton isWorking={isPending}>{t('pair.submit')}</ActionButton>
    </form>
  )
}
