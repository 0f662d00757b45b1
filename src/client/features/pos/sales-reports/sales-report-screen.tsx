import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#client/i18n/error-text.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { PageTabs } from '#client/ui/page-tabs.tsx'
import { Failure, ListFrame, Loading } from '#client/ui/tables/list-frame.tsx'
import type { SalesFilter } from '#shared/pos/reports/sales-report.contract.ts'
import { DivisionView } from './components/division-view.tsx'
import { SalesFilterSentence } from './components/sales-filter.tsx'
import { ShiftsView } from './components/shifts-view.tsx'
import { TillsView } from './components/tills-view.tsx'
import { readPlaces } from './sales-report.api.ts'
import css from './sales-report.module.css'
import { type SalesSearch, type SalesView, salesViews } from './sales-search.ts'

type Address = '/pos/summaryOfSalesByTill' | '/pos/TillSalesSummary'

interface SalesReportProps {
  /** All tills beside one another, or one over its shifts. */
  to: Address
  search: SalesSearch
  onSearch: (search: SalesSearch) => void
}

/** A part is here when its whole address is. */
const exactly = { exact: true, includeSearch: true }

/** A summary of sales and the same sales by hour, item, category, cashier, class and tax, each with its chart, its file and on paper. */
export function SalesReport({ to, search, onSearch }: SalesReportProps) {
  const { t } = useTranslation('pos.sales')
  const errorText = useErrorText()
  const places = useAnswer(readPlaces)
  const isOfOneTill = to === '/pos/TillSalesSummary'
  const { view = 'summary', per, ...filter } = search
  const views = salesViews.filter((each) => !(isOfOneTill && each === 'drawers'))
  const shown = views.find((each) => each === view) ?? 'summary'
  const hasTill = !isOfOneTill || search.tillId !== undefined
  return (
    <>
      <div className={css.screenOnly}>
        <PageTabs label={t('views')}>
          {views.map((each) => (
            <li key={each}>
              <Link
                to={to}
                search={{ ...filter, ...(per && { per }), ...(each !== 'summary' && { view: each }) }}
                replace
                activeOptions={exactly}
                aria-current={each === shown ? 'page' : undefined}
              >
                {t(each === 'summary' && isOfOneTill ? 'view.shifts' : `view.${each}`)}
              </Link>
            </li>
          ))}
        </PageTabs>
      </div>
      <ListFrame isWide title={t(isOfOneTill ? 'title.oneTill' : 'title.allTills')}>
        <SalesFilterSentence
          search={search}
          range={places.answer?.range}
          places={places.answer?.places ?? []}
          isOfOneTill={isOfOneTill}
          onChange={onSearch}
        />
        {places.failure && <Failure text={errorText(places.failure)} retry={t('retry')} onRetry={places.again} />}
        {!hasTill && places.answer && <p role="status">{t('chooseTill')}</p>}
        {!places.answer && !places.failure && <Loading>{t('loading')}</Loading>}
        {hasTill && places.answer && <View {...{ shown, isOfOneTill, filter, search, onSearch }} />}
      </ListFrame>
    </>
  )
}

interface ViewProps extends Pick<SalesReportProps, 'search' | 'onSearch'> {
  shown: SalesView
  isOfOneTill: boolean
  filter: SalesFilter
}

function View({ shown, isOfOneTill, filter, search, onSearch }: ViewProps) {
  if (shown === 'drawers' || (shown === 'summary' && isOfOneTill))
    return <ShiftsView filter={filter} isOfOneTill={isOfOneTill} />
  if (shown === 'summary') return <TillsView filter={filter} search={search} onSearch={onSearch} />
  return <DivisionView key={shown} by={shown} filter={filter} />
}
