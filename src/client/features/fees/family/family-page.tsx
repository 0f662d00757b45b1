import { Navigate, useParams } from '@tanstack/react-router'
import { FamilyFeesScreen } from './family-fees-screen.tsx'
import { PaidScreen } from './paid-screen.tsx'

/** `/fee-account`: what a payer owes. `/fee-paid/{id}`: what became of a payment. Anything else leads home. */
export function FamilyPage() {
  const { page = '', _splat: rest = '' } = useParams({ strict: false })
  if (page === 'account') return <FamilyFeesScreen />
  if (page === 'paid' && rest !== '') return <PaidScreen key={rest} intentId={rest} />
  return <Navigate to="/" replace />
}
