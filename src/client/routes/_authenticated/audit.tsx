// chunk: office
import { createFileRoute } from '@tanstack/react-router'
import { AuditScreen } from '#client/features/overview/audit-log/audit-screen.tsx'
import type { AuditAddress } from '#client/features/overview/audit-log/audit-search.ts'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/audit')({
  staticData: { authority: ['auditor', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): AuditAddress => search,
  loader: () => loadWords('audit', 'identity.staff', 'students', 'lists', 'errors'),
  component: AuditScreen,
})
