import { createFileRoute } from '@tanstack/react-router'
import type { AuditAddress } from '#client/features/audit/audit-search.ts'
import { AuditScreen } from '#client/features/audit/screens/audit-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/audit')({
  staticData: { authority: ['auditor', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): AuditAddress => search,
  loader: () => loadWords('audit', 'staff', 'students', 'list-export', 'errors'),
  component: AuditScreen,
})
