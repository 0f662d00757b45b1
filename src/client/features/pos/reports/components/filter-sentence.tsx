import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import sentence from '#client/ui/tables/filter-sentence.module.css'
import { readReportFilter, type ReportFilter } from '../report-filter.ts'
import { DaysAndTill } from './days-and-till.tsx'

interface FilterSentenceProps {
  filter: ReportFilter
  /** Tills seen in the rows: a choice even where the list of tills may not be read. */
  seen: readonly string[]
  onChange: (filter: ReportFilter) => void
}

/** The filters, read as a sentence. */
export function FilterSentence({ filter, seen, onChange }: FilterSentenceProps) {
  const { t } = useTranslation('pos.reports')
  const put = (change: ReportFilter) => onChange(readReportFilter({ ...filter, ...change }))
  return (
    <search className={sentence.sentence} aria-label={t('filter.title')}>
      <DaysAndTill filter={filter} seen={seen} onChange={put} />
      {(filter.day || filter.lastDay || filter.till) && (
        <Button kind="quiet" onClick={() => onChange({})}>
          {t('filter.clear')}
        </Button>
      )}
    </search>
  )
}
