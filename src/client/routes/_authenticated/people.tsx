// chunk: office
import { createFileRoute, useNavigate, useSearch } from '@tanstack/react-router'
import type { PeopleAddress } from '#client/features/identity/staff/people-search.ts'
import { StaffScreen } from '#client/features/identity/staff/staff-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { NavPreview } from '#client/shell/nav/nav-preview.tsx'

export const Route = createFileRoute('/_authenticated/people')({
  staticData: { authority: ['admin'] },
  validateSearch: (search: Record<string, unknown>): PeopleAddress => search,
  loader: () => loadWords('identity.staff', 'identity.setup', 'frame', 'errors'),
  component: People,
})

function People() {
  const address = useSearch({ from: '/_authenticated/people' })
  const navigate = useNavigate({ from: '/people' })
  return (
    <StaffScreen
      address={address}
      onSearch={(search) => void navigate({ search, replace: true })}
      Preview={NavPreview}
    />
  )
}
