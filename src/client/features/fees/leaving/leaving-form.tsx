// chunk: fees
import { type SyntheticEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import type { ChildLeaving } from '#shared/fees/leaving/leaving.contract.ts'
import { useBilingual } from '#client/i18n/bilingual.ts'
import type { LeavingDraft } from './leaving-draft.ts'
import css from './leaving.module.css'

const noName = { en: '–', ar: '–' }

interface FormProps {
  /** What was calculated last: it knows for which reasons seat money goes back. */
  leaving: ChildLeaving | undefined
  draft: LeavingDraft
  onChange: (draft: LeavingDraft) => void
  isPending: boolean
  onCalculate: () => void
}

/** Day of the request, reason, and what came back unused. */
export function LeavingForm({ leaving, draft, onChange, isPending, onCalculate }: FormProps) {
  const { t } = useTranslation('fees.leaving')
  const pick = useBilingual()
  const { requestedOn, leavingReason, unused } = draft
  const isDay = /^[12]\d{3}-\d\d-\d\d$/.test(requestedOn)
  const [isChecked, setIsChecked] = useState(false)
  const goods = leaving?.sum.components.filter(({ asksUnused }) => asksUnused) ?? []
  const isSettled = Boolean(leaving?.settled)
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (isDay) onCalculate()
  }
  return (
    <form noValidate className={common.stack} onSubmit={send}>
      <div className={css.fields}>
        <DateField
          label={t('requestedOn')}
          disabled={isSettled}
          error={isChecked && !isDay ? t('wrong.day') : undefined}
          value={requestedOn}
          onChange={(day) => onChange({ ...draft, requestedOn: day })}
        />
        {leaving && leaving.reasons.length > 1 && (
          <ChoiceField
            label={t('reasonLabel')}
            disabled={isSettled}
            values={leaving.reasons}
            value={leavingReason}
            nameOf={(each) => t(`reason.${each}`)}
            onChange={(reason) => onChange({ ...draft, leavingReason: reason })}
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
          onChoose={(codes) => onChange({ ...draft, unused: codes })}
        />
      )}
    </form>
  )
}
