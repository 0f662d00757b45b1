import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { PageTabs } from '#client/ui/page-tabs.tsx'
import { ChequesView } from '../cheques/cheques-view.tsx'
import { BillingView } from './components/billing-view.tsx'
import { ChildrenView } from './components/children-view.tsx'
import { ClaimsView } from './components/claims-view.tsx'
import { feeViews, readFeesSearch } from './fees-search.ts'

/** A part is here when its whole address is; the router says so of itself. */
const exactly = { exact: true, includeSearch: true }

/** Fees of the whole school: what is open, what is billed, and what waits for a second person. */
export function FeesScreen() {
  const { t } = useTranslation('fees.overview')
  const may = useRights()
  const search = readFeesSearch(useSearch({ from: '/_authenticated/fees/' }))
  const navigate = useNavigate({ from: '/fees/' })
  const { view = 'children', ...filter } = search
  const views = feeViews.filter((each) => each !== 'billing' || may('fees.bill'))
  return (
    <>
      <PageTabs label={t('views')}>
        {views.map((each) => (
          <li key={each}>
            <Link
              to="/fees"
              search={each === 'children' ? {} : { view: each }}
              replace
              activeOptions={exactly}
              aria-current={each === view ? 'page' : undefined}
            >
              {t(`view.${each}`)}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/fees/setup">{t('setUp')}</Link>
        </li>
      </PageTabs>
      {view === 'children' && (
        <ChildrenView filter={filter} onFilter={(next) => void navigate({ search: next, replace: true })} />
      )}
      {view === 'billing' && views.includes('billing') && <BillingView />}
      {view === 'cheques' && <ChequesView />}
      {view === 'claims' && <ClaimsView />}
    </>
  )
}
