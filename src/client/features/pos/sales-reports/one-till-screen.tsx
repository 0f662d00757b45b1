import { useNavigate, useSearch } from '@tanstack/react-router'
import { SalesReport } from './sales-report-screen.tsx'
import { readSalesSearch } from './sales-search.ts'

/** The sales of one till, shift by shift. */
export function OneTillScreen() {
  const search = readSalesSearch(useSearch({ from: '/_authenticated/pos/TillSalesSummary' }))
  const navigate = useNavigate({ from: '/pos/TillSalesSummary' })
  return (
    <SalesReport
      to="/pos/TillSalesSummary"
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  )
}
