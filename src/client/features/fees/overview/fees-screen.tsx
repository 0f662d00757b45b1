import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRights } from '#client/features/students/record/hooks/use-rights.ts'
import { PageTabs } from '#client/ui/page-tabs.tsx'
import type { Permission } from '#shared/kernel/roles.ts'
import { BankView } from '../bank/bank-view.tsx'
import { ExportView } from '../export/export-view.tsx'
import { fetchGrants } from '../grants/grant.api.ts'
import { WaitingView } from '../grants/waiting-view.tsx'
import { useFormat } from '#client/i18n/format.ts'
import { useAnswer } from '#client/platform/use-answer.ts'
import { OnlineView } from '../online/online-view.tsx'
import { CashbookView } from '../cashbook/cashbook-view.tsx'
import { ChequesView } from '../cheques/cheques-view.tsx'
import { RemindersView } from '../reminders/reminders-view.tsx'
import { BillingView } from './components/billing-view.tsx'
import { ChildrenView } from './components/children-view.tsx'
import { ClaimsView } from './components/claims-view.tsx'
import { feeViews, type FeeView, readFeesSearch } from './fees-search.ts'

/** What a view asks for beyond `fees.see`. */
const needs: Partial<Record<FeeView, Permission>> = {
  billing: 'fees.bill',
  bank: 'fees.receive',
  export: 'fees.export',
}

/** A part is here when its whole address is; the router says so of itself. */
const exactly = { exact: true, includeSearch: true }

const fetchWaiting = () => fetchGrants()

/** Fees of the whole school: what is open, what is billed, and what waits for a second person. */
export function FeesScreen() {
  const { t } = useTranslation('fees.overview')
  const may = useRights()
  const format = useFormat()
  const waiting = useAnswer(fetchWaiting)
  const search = readFeesSearch(useSearch({ from: '/_authenticated/fees/' }))
  const navigate = useNavigate({ from: '/fees/' })
  const { view = 'children', ...filter } = search
  const views = feeViews.filter((each) => {
    const needed = needs[each]
    return needed === undefined || may(needed)
  })
  const shown = views.find((each) => each === view) ?? 'children'
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
              aria-current={each === shown ? 'page' : undefined}
            >
              {each === 'grants' && waiting.answer?.length
                ? t('view.grantsWaiting', { no: format.count(waiting.answer.length) })
                : t(`view.${each}`)}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/fees/setup">{t('setUp')}</Link>
        </li>
      </PageTabs>
      {shown === 'children' && (
        <ChildrenView filter={filter} onFilter={(next) => void navigate({ search: next, replace: true })} />
      )}
      {shown === 'billing' && <BillingView />}
      {shown === 'cheques' && <ChequesView />}
      {shown === 'bank' && <BankView />}
      {shown === 'online' && <OnlineView />}
      {shown === 'cashbook' && <CashbookView />}
      {shown === 'reminders' && <RemindersView />}
      {shown === 'grants' && <WaitingView of={waiting} />}
      {shown === 'claims' && <ClaimsView />}
      {shown === 'export' && <ExportView />}
    </>
  )
}
