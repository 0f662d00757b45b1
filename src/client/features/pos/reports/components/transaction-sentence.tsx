import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import sentence from '#client/ui/tables/filter-sentence.module.css'
import { PaidWith } from '#shared/pos/reports/transaction-filter.contract.ts'
import { readTransactionSearch, type TransactionSearch } from '../transaction-search.ts'
import { DaysAndTill } from './days-and-till.tsx'

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
  const { paidWith } = search
  const change = (part: TransactionSearch) => onChange(readTransactionSearch({ ...search, ...part }))
  return (
    <search className={sentence.sentence} aria-label={t('filter.title')}>
      <DaysAndTill filter={search} seen={seen} onChange={change} />
      <SelectField
        label={t('filter.paidWith')}
        value={paidWith ?? ''}
        onChange={(kind) => change({ paidWith: PaidWith.safeParse(kind).data })}
      >
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
