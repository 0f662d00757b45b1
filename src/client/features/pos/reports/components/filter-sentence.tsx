import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField } from '#client/ui/fields/text-field.tsx'
import sentence from '#client/ui/tables/filter-sentence.module.css'
import { listTillCodes } from '../pos-report.api.ts'
import { readReportFilter, type ReportFilter } from '../report-filter.ts'

interface FilterSentenceProps {
  filter: ReportFilter
  /** Tills seen in the rows: a choice even where the list of tills may not be read. */
  seen: readonly string[]
  onChange: (filter: ReportFilter) => void
}

/** The filters, read as a sentence. */
export function FilterSentence({ filter, seen, onChange }: FilterSentenceProps) {
  const { t } = useTranslation('pos.reports')
  const [listed, setListed] = useState<readonly string[]>([])
  useEffect(() => {
    listTillCodes().then(setListed, () => undefined)
  }, [])
  const tills = [...new Set([...listed, ...seen, ...(filter.till ? [filter.till] : [])])].sort()
  const put = (change: ReportFilter) => onChange(readReportFilter({ ...filter, ...change }))
  return (
    <search className={sentence.sentence} aria-label={t('filter.title')}>
      <DateField label={t('filter.from')} value={filter.day ?? ''} onChange={(day) => put({ day })} />
      <DateField
        label={t('filter.until')}
        min={filter.day}
        value={filter.lastDay ?? ''}
        onChange={(lastDay) => put({ lastDay })}
      />
      <SelectField label={t('filter.till')} value={filter.till ?? ''} onChange={(till) => put({ till })}>
        <option value="">{t('filter.everyTill')}</option>
        {tills.map((till) => (
          <option key={till} value={till}>
            {till}
          </option>
        ))}
      </SelectField>
      {(filter.day || filter.lastDay || filter.till) && (
        <Button kind="quiet" onClick={() => onChange({})}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  )
}
