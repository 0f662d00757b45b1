import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { ExportButton } from '#client/platform/files/export-button.tsx'
import { useAnswer } from '#client/platform/use-answer.ts'
import { ChoiceField } from '#client/ui/fields/select-field.tsx'
import { InlineNotice } from '#client/ui/feedback/inline-notice.tsx'
import { type SalesFilter, SalesPeriod } from '#shared/pos/reports/sales-report.contract.ts'
import { exportByTill, readByTill } from '../sales-report.api.ts'
import type { SalesSearch } from '../sales-search.ts'
import { SalesView } from './sales-view.tsx'
import { TillTable } from './till-table.tsx'

interface TillsViewProps {
  filter: SalesFilter
  search: SalesSearch
  onSearch: (search: SalesSearch) => void
}

/** One line for each till, over the whole range or for each day or month of it. */
export function TillsView({ filter, search, onSearch }: TillsViewProps) {
  const { t } = useTranslation('pos.sales')
  const { firstDay, lastDay, siteId, tillId } = filter
  const per = search.per ?? 'whole'
  const question = useCallback(
    () => readByTill({ firstDay, lastDay, siteId, tillId }, per),
    [firstDay, lastDay, siteId, tillId, per],
  )
  const asked = useAnswer(question)
  return (
    <SalesView
      of={asked}
      isEmpty={({ rows }) => rows.length === 0}
      file={
        <ExportButton list="salesByTill" of={asked.answer?.rows} fetchFile={(how) => exportByTill(filter, per, how)} />
      }
      tools={
        <ChoiceField
          label={t('per.title')}
          values={SalesPeriod.options}
          value={per}
          nameOf={(each) => t(`per.${each}`)}
          onChange={(each) => {
            const { per: _per, ...rest } = search
            onSearch(each === 'whole' ? rest : { ...rest, per: each })
          }}
        />
      }
    >
      {(answer) => (
        <>
          {answer.otherCurrency > 0 && (
            <InlineNotice tone="warning">{t('otherCurrency', { count: answer.otherCurrency })}</InlineNotice>
          )}
          <TillTable answer={answer} search={search} />
        </>
      )}
    </SalesView>
  )
}
