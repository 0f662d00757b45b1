import { useTranslation } from 'react-i18next'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import sentence from '#client/ui/tables/filter-sentence.module.css'
import type { SummaryFilter } from '#shared/pos/account-summary.contract.ts'

interface FilterProps {
  filter: SummaryFilter
  classes: readonly string[]
  onChange: (part: Partial<SummaryFilter>) => void
}

/** Which period, class, balance and people. */
export function SummaryFilters({ filter, classes, onChange }: FilterProps) {
  const { t } = useTranslation('pos.pupil-accounts')
  const { firstDay, lastDay, className, balance, text } = filter
  return (
    <search className={sentence.sentence} aria-label={t('summary.filter')}>
      <DateField label={t('summary.from')} value={firstDay} onChange={(day) => day && onChange({ firstDay: day })} />
      <DateField
        label={t('summary.until')}
        min={firstDay}
        value={lastDay}
        onChange={(day) => day && onChange({ lastDay: day })}
      />
      <SelectField
        label={t('column.class')}
        value={className ?? ''}
        onChange={(name) => onChange({ className: name || undefined })}
      >
        <option value="">{t('summary.everyClass')}</option>
        {classes.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t('summary.column.balance')}
        value={balance ?? ''}
        onChange={(value) => onChange({ balance: value === 'below-zero' ? value : undefined })}
      >
        <option value="">{t('summary.everyBalance')}</option>
        <option value="below-zero">{t('summary.belowZero')}</option>
      </SelectField>
      <TextField
        label={t('search')}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={(typed) => onChange({ text: typed })}
      />
    </search>
  )
}
