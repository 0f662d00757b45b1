import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { listTillCodes } from '../pos-report.api.ts'
import type { ReportFilter } from '../report-filter.ts'
import css from './filter-sentence.module.css'

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
  const put = (change: { day?: string; till?: string }) => {
    const { day, till } = { ...filter, ...change }
    onChange({ ...(day ? { day } : {}), ...(till ? { till } : {}) })
  }
  return (
    <form className={css.sentence} aria-label={t('filter.title')} onSubmit={(event) => event.preventDefault()}>
      <label className={css.part}>
        {t('filter.day')}
        <input
          type="date"
          className={css.input}
          value={filter.day ?? ''}
          onChange={(event) => put({ day: event.target.value })}
        />
      </label>
      <label className={css.part}>
        {t('filter.till')}
        <select className={css.input} value={filter.till ?? ''} onChange={(event) => put({ till: event.target.value })}>
          <option value="">{t('filter.everyTill')}</option>
          {tills.map((till) => (
            <option key={till} value={till}>
              {till}
            </option>
          ))}
        </select>
      </label>
      {(filter.day || filter.till) && (
        <button type="button" className={css.clear} onClick={() => onChange({})}>
          {t('filter.clear')}
        </button>
      )}
    </form>
  )
}
