// chunk: fees
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import type { LeavingReason } from '#shared/fees/regulator/fee-pack.types.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { LeavingAsked } from './leaving.api.ts'
import css from './leaving.module.css'

const noName = { en: '–', ar: '–' }

interface FormProps {
  today: string
  /** What was calculated last: it knows for which reasons seat money goes back. */
  leaving: ChildLeaving | undefined
  isPending: boolean
  onCalculate: (asked: Omit<LeavingAsked, 'number'>) => void
}

/** Day of the request, reason, and what came back unused. */
export function LeavingForm({ today, leaving, isPending, onCalculate }: FormProps) {
  const { t } = useTranslation('fees.leaving')
  const pick = useBilingual()
  const [requestedOn, setRequestedOn] = useState(today)
  const [reason, setReason] = useState<LeavingReason>('other')
  const [unused, setUnused] = useState<string[]>([])
  const isDay = /^[12]\d{3}-\d\d-\d\d$/.test(requestedOn)
  const [isChecked, setIsChecked] = useState(false)
  const goods = leaving?.sum.components.filter(({ asksUnused }) => asksUnused) ?? []
  const isSettled = Boolean(leaving?.settled)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isDay) onCalculate({ requestedOn, leavingReason: reason, unused })
  }
  return (
    <form noValidate className={common.stack} onSubmit={send}>
      <div className={css.fields}>
        <DateField
          label={t('requestedOn')}
          disabled={isSettled}
          error={isChecked && !isDay ? t('wrong.day') : undefined}
          value={requestedOn}
          onChange={setRequestedOn}
        />
        {leaving && leaving.reasons.length > 1 && (
          <ChoiceField
            label={t('reasonLabel')}
            disabled={isSettled}
            values={leaving.reasons}
            value={reason}
            nameOf={(each) => t(`reason.${each}`)}
            onChange={setReason}
          />
        )}
        <Button kind={leaving ? 'plain' : 'main'} type="submit" isWorking={isPending}>
          {t('calculate')}
        </Button>
      </div>
      {goods.length > 0 && !isSettled && (
        <CheckboxChoices
          title={t('unused')}
          values={goods.map(({ component }) => component.code)}
          word={(code) => pick(goods.find(({ component }) => component.code === code)?.component.name ?? noName)}
          chosen={unused}
          onChoose={setUnused}
        />
      )}
    </form>
  )
}
