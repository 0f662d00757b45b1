import { useNavigate, useSearch } from '@tanstack/react-router'
import { SalesReport } from './sales-report-screen.tsx'
import { readSalesSearch } from './sales-search.ts'

/** The sales of all tills, till by till. */
export function AllTillsScreen() {
  const search = readSalesSearch(useSearch({ from: '/_authenticated/pos/summaryOfSalesByTill' }))
  const navigate = useNavigate({ from: '/pos/summaryOfSalesByTill' })
  return (
    <SalesReport
      to="/pos/summaryOfSalesByTill"
      search={search}
      onSearch={(next) => void navigate({ search: next, replace: true })}
    />
  )
}
