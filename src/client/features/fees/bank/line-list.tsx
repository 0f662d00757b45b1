// chunk: fees
import { useCallback, useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useFormat } from '#client/i18n/format.ts'
import { usePages } from '#client/platform/use-pages.ts'
import { Button } from '#client/ui/button.tsx'
import common from '#client/ui/common.module.css'
import { Beside } from '#client/ui/feedback/side-panel.tsx'
import { ChoiceField, SelectField } from '#client/ui/fields/select-field.tsx'
import { TextField } from '#client/ui/fields/text-field.tsx'
import { FilterBar } from '#client/ui/tables/filter-bar.tsx'
import { Failure } from '#client/ui/tables/list-frame.tsx'
import { type BankLine, type BankLineState, bankLineStates } from '#shared/fees/bank/bank-line.contract.ts'
import { listLines } from './bank.api.ts'
import { LinePanel } from './line-panel.tsx'
import { LineTable } from './line-table.tsx'

interface LineListProps {
  accounts: readonly string[]
  /** A change makes the list load again. */
  round: string
  onChanged: () => void
}

interface LineFilter {
  lineState: BankLineState
  account: string
  text: string
}

/** The doubtful lines first: those that a person decides; then matched ones and those that are not for fees. */
const shown = ['doubtful', 'matched', 'ignored'] as const satisfies readonly BankLineState[]

/** Lines of all statements by state, with the panel in which one is decided or corrected. */
export function LineList({ accounts, round, onChanged }: LineListProps) {
  const { t } = useTranslation('fees.bank')
  const errorText = useErrorText()
  const [filter, setFilter] = useState<LineFilter>({ lineState: 'doubtful', account: '', text: '' })
  const [open, setOpen] = useState<BankLine>()
  const { lineState, account } = filter
  const text = useDeferredValue(filter.text)
  const page = useCallback(
    (after?: string) => listLines({ lineState, account, text }, after),
    [lineState, account, text],
  )
  const { rows, next, latest, isLoading, failure, retry, more } = usePages(page, round)
  const close = () => setOpen(undefined)
  return (
    <Beside
      panel={
        open && (
          <LinePanel
            key={open.lineId}
            line={open}
            onClose={close}
            onDone={() => {
              close()
              onChanged()
            }}
          />
        )
      }
    >
      <Filters filter={filter} accounts={accounts} counts={latest?.counts} onChange={setFilter} />
      {failure && <Failure text={errorText(failure)} retry={t('retry')} onRetry={retry} />}
      {!rows && !failure && <p role="status">{t('loading')}</p>}
      {rows?.length === 0 && (
        <p role="status" className={common.soft}>
          {t(text === '' && account === '' ? `none.${lineState}` : 'none.filter')}
        </p>
      )}
      {rows && rows.length > 0 && <LineTable lines={rows} state={lineState} onOpen={setOpen} />}
      {next && (
        <p>
          <Button isWorking={isLoading} onClick={() => void more()}>
            {t('more')}
          </Button>
        </p>
      )}
    </Beside>
  )
}

interface FiltersProps {
  filter: LineFilter
  accounts: readonly string[]
  counts: Partial<Record<(typeof bankLineStates)[number], number>> | undefined
  onChange: (filter: LineFilter) => void
}

function Filters({ filter, accounts, counts, onChange }: FiltersProps) {
  const { t } = useTranslation('fees.bank')
  const format = useFormat()
  return (
    <FilterBar label={t('filter.title')}>
      <ChoiceField
        label={t('filter.state')}
        values={shown}
        value={filter.lineState}
        nameOf={(each) => t(`filter.is.${each}`, { no: format.count(counts?.[each] ?? 0) })}
        onChange={(lineState) => onChange({ ...filter, lineState })}
      />
      {accounts.length > 1 && (
        <SelectField
          label={t('filter.account')}
          value={filter.account}
          onChange={(account) => onChange({ ...filter, account })}
        >
          <option value="">{t('filter.all')}</option>
          {accounts.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </SelectField>
      )}
      <TextField
        label={t('filter.text')}
        type="search"
        maxLength={100}
        value={filter.text}
        onChange={(text) => onChange({ ...filter, text })}
      />
    </FilterBar>
  )
}
