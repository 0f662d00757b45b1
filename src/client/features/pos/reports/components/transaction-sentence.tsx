import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { DateField, TextField } from '#client/ui/fields/text-field.tsx'
import sentence from '#client/ui/tables/filter-sentence.module.css'
import { PaidWith } from '#shared/pos/reports/transaction-filter.contract.ts'
import { listTillCodes } from '../pos-report.api.ts'
import type { TransactionSearch } from '../transaction-search.ts'

interface TransactionSentenceProps {
  search: TransactionSearch
  text: string
  /** Tills seen in the rows: a choice even where the list of tills may not be read. */
  seen: readonly string[]
  onChange: (search: TransactionSearch) => void
  onText: (text: string) => void
}

/** Which days, till and way of paying, and whom, what or how much is looked for. */
export function TransactionSentence({ search, text, seen, onChange, onText }: TransactionSentenceProps) {
  const { t } = useTranslation('pos.reports')
  const [listed, setListed] = useState<readonly string[]>([])
  useEffect(() => {
    listTillCodes().then(setListed, () => undefined)
  }, [])
  const { day, lastDay, till, paidWith } = search
  const tills = [...new Set([...listed, ...seen, ...(till ? [till] : [])])].sort()
  const put = (name: keyof TransactionSearch, value: string) => {
    const { [name]: _before, ...rest } = search
    onChange({ ...rest, ...(value && { [name]: value }) })
  }
  return (
    <search className={sentence.sentence} aria-label={t('filter.title')}>
      <DateField
        label={t('filter.from')}
        value={day ?? ''}
        onChange={(first) => {
          const { day: _day, lastDay: last, ...rest } = search
          onChange({ ...rest, ...(first && { day: first }), ...(last && { lastDay: last < first ? first : last }) })
        }}
      />
      <DateField
        label={t('filter.until')}
        {...(day && { min: day })}
        value={lastDay ?? ''}
        onChange={(last) => put('lastDay', last)}
      />
      <SelectField label={t('filter.till')} value={till ?? ''} onChange={(code) => put('till', code)}>
        <option value="">{t('filter.everyTill')}</option>
        {tills.map((code) => (
          <option key={code} value={code}>
            {code}
          </option>
        ))}
      </SelectField>
      <SelectField label={t('filter.paidWith')} value={paidWith ?? ''} onChange={(kind) => put('paidWith', kind)}>
        <option value="">{t('filter.anyWay')}</option>
        {PaidWith.options.map((kind) => (
          <option key={kind} value={kind}>
            {t(`tender.${kind}`)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t('filter.text')}
        type="search"
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={onText}
      />
      {(Object.keys(search).length > 0 || text) && (
        <Button
          kind="quiet"
          onClick={() => {
            onChange({})
            onText('')
          }}
        >
          {t('filter.clear')}
        </Button>
      )}
    </search>
  )
}
