import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useBilingual } from '#client/i18n/bilingual.ts'
import { schoolYear, useGrade } from '#client/i18n/use-grade.ts'
import { useGradeOrder } from '#client/i18n/use-grade-order.ts'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { CheckboxChoices } from '#client/ui/fields/choices.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import link from '#client/ui/link.module.css'
import type { FeeSetup } from '#shared/fees/setup/fee-setup.contract.ts'

export interface BillingScope {
  year: number
  grades: string[]
  components: string[]
  parts: number[]
}

interface FieldsProps {
  setup: FeeSetup
  scope: BillingScope
  onChange: (part: Partial<BillingScope>) => void
}

export function ScopeFields({ setup, scope, onChange }: FieldsProps) {
  const { t } = useTranslation('fees.overview')
  const pick = useBilingual()
  const gradeOf = useGrade()
  const schedules = setup.schedules.filter(({ year }) => year === scope.year)
  const inOrder = useGradeOrder()
  const grades = [...new Set(schedules.flatMap((schedule) => schedule.grades))].toSorted(inOrder)
  const components = setup.components.filter(({ isRetired }) => !isRetired)
  const nameOf = new Map(components.map(({ code, name }) => [code, pick(name)]))
  const most = Math.max(1, ...setup.plans.map((plan) => plan.parts.length))
  const parts = Array.from({ length: most }, (_, no) => String(no + 1))
  return (
    <>
      <p>{t('billing.hint')}</p>
      <SelectField
        label={t('billing.year')}
        width="narrow"
        value={scope.year}
        onChange={(year) => onChange({ year: Number(year), grades: [] })}
      >
        {[setup.year - 1, setup.year, setup.year + 1].map((year) => (
          <option key={year} value={year}>
            {schoolYear(year)}
          </option>
        ))}
      </SelectField>
      {grades.length === 0 && <NoSchedule />}
      {grades.length > 0 && (
        <CheckboxChoices
          title={t('billing.grades')}
          values={grades}
          chosen={scope.grades}
          word={gradeOf}
          onChoose={(chosen) => onChange({ grades: chosen })}
        />
      )}
      {components.length > 1 && (
        <CheckboxChoices
          title={t('billing.components')}
          values={components.map(({ code }) => code)}
          chosen={scope.components}
          word={(code) => nameOf.get(code) ?? code}
          onChoose={(chosen) => onChange({ components: chosen })}
        />
      )}
      {most > 1 && (
        <CheckboxChoices
          title={t('billing.parts')}
          values={parts}
          chosen={scope.parts.map(String)}
          word={(part) => t('billing.part', { part })}
          onChoose={(chosen) => onChange({ parts: chosen.map(Number) })}
        />
      )}
    </>
  )
}

function NoSchedule() {
  const { t } = useTranslation('fees.overview')
  return (
    <InlineNotice tone="warning">
      {t('billing.noSchedule')}{' '}
      <Link to="/fees/setup" search={{ tab: 'schedules' }} className={link.link}>
        {t('setUp')}
      </Link>
    </InlineNotice>
  )
}
