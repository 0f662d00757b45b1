import { useAtomValue } from 'jotai'
import { type SyntheticEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { schoolAtom } from '#client/platform/session/school.atoms.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { Sheet } from '#client/ui/feedback/sheet.tsx'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { NumberField } from '#client/ui/fields/text-field.tsx'
import { latinDigits } from '#shared/kernel/digits.ts'
import { parseDecimalText, toDecimalText } from '#shared/kernel/money.ts'
import type { AccountStatement } from '#shared/pos/pupil-account.contract.ts'
import { saveLimits } from '../account-money.api.ts'

const diets = ['halal', 'vegetarian', 'vegan'] as const

interface LimitsSheetProps {
  statement: AccountStatement
  onClose: () => void
  onDone: () => void
}

/** What is typed, and its way to the server. */
function useLimits({ holder, dailyLimit, overdraft, diet }: AccountStatement, onDone: () => void) {
  const currency = useAtomValue(schoolAtom)?.currency ?? 'QAR'
  const [daily, setDaily] = useState(dailyLimit === null ? '' : toDecimalText(dailyLimit, currency))
  const [below, setBelow] = useState(toDecimalText(overdraft, currency))
  const [eats, setEats] = useState(diet)
  const [isTried, setIsTried] = useState(false)
  const { mutate, isPending, error } = useMutation(saveLimits, { onSuccess: onDone })
  const read = (text: string) => parseDecimalText(latinDigits(text), currency)
  const newDaily = daily.trim() === '' ? null : read(daily)
  const newBelow = read(below)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (newDaily === undefined || newBelow === undefined) return
    const limits = { dailyLimit: newDaily, overdraft: newBelow, diet: eats }
    void mutate(holder.customerId, { dailyLimit, overdraft, diet }, limits)
  }
  const wrong = { daily: isTried && newDaily === undefined, below: isTried && newBelow === undefined }
  return { daily, setDaily, below, setBelow, eats, setEats, wrong, submit, isPending, error }
}

/** What tills go by for one account: how much a day, how far below zero, and what is eaten. */
export function LimitsSheet({ statement, onClose, onDone }: LimitsSheetProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const errorText = useErrorText()
  const currencyName = useFormat().currencyName()
  const { daily, setDaily, below, setBelow, eats, setEats, wrong, submit, isPending, error } = useLimits(
    statement,
    onDone,
  )
  const formId = useId()
  const fault = (isWrong: boolean) => (isWrong ? t('limits.wrong') : undefined)
  return (
    <Sheet
      key="limits"
      title={t('limits.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('leave')}</Button>
          <Button kind="main" type="submit" form={formId} isWorking={isPending}>
            {t('entitlement.save')}
          </Button>
        </>
      }
    >
      <form id={formId} className={common.stack} onSubmit={submit}>
        <NumberField
          label={t('limits.daily', { currency: currencyName })}
          hint={t('limits.dailyHint')}
          inputMode="decimal"
          error={fault(wrong.daily)}
          value={daily}
          onChange={setDaily}
        />
        <NumberField
          label={t('limits.overdraft', { currency: currencyName })}
          hint={t('limits.overdraftHint')}
          inputMode="decimal"
          error={fault(wrong.below)}
          value={below}
          onChange={setBelow}
        />
        <CheckboxChoices
          title={t('limits.diet')}
          values={diets}
          chosen={eats}
          word={(each) => t(`limits.diets.${each}`)}
          onChoose={setEats}
        />
      </form>
      {error && <InlineNotice tone="problem">{errorText(error)}</InlineNotice>}
    </Sheet>
  )
}
