// chunk: fees
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { useMutation } from '#client/platform/use-mutation.ts'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import type { FeePlan } from '#shared/fees/setup/fee-plan.contract.ts'
import { putFirstDay, putPlanChoice } from './child-terms.api.ts'
import { FormSheet } from './form-sheet.tsx'

interface YearSheetProps {
  studentId: string
  year: number
  onClose: () => void
  onDone: () => void
}

/** The plan of a child in a year: one of the school's, or the one of its schedule. */
export function PlanSheet({
  studentId,
  year,
  planId,
  plans,
  onClose,
  onDone,
}: YearSheetProps & { planId: string | null; plans: readonly FeePlan[] }) {
  const { t } = useTranslation('fees.payers')
  const pick = useBilingual()
  const [chosen, setChosen] = useState(planId ?? '')
  const { mutate, isPending, error } = useMutation(putPlanChoice, { onSuccess: onDone })
  const save = () => void mutate({ studentId, year, planId: chosen === '' ? null : chosen })
  return (
    <FormSheet title={t('terms.choosePlan')} isSaving={isPending} error={error} onSave={save} onClose={onClose}>
      <SelectField label={t('terms.plan')} value={chosen} onChange={setChosen}>
        <option value="">{t('terms.asSchedule')}</option>
        {plans
          .filter(({ id, isRetired }) => !isRetired || id === planId)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {pick(name)}
            </option>
          ))}
      </SelectField>
    </FormSheet>
  )
}

/** From when a child who joined late is billed in a year. */
export function FirstDaySheet({
  studentId,
  year,
  firstOn,
  onClose,
  onDone,
}: YearSheetProps & { firstOn: string | null }) {
  const { t } = useTranslation('fees.payers')
  const [day, setDay] = useState(firstOn ?? '')
  const { mutate, isPending, error } = useMutation(putFirstDay, { onSuccess: onDone })
  const save = () => void mutate({ studentId, year, firstOn: day === '' ? null : day })
  return (
    <FormSheet title={t('terms.setFirst')} isSaving={isPending} error={error} onSave={save} onClose={onClose}>
      <DateField label={t('terms.firstOn')} hint={t('terms.firstHint')} value={day} onChange={setDay} />
    </FormSheet>
  )
}
