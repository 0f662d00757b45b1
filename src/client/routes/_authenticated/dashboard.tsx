import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { DashboardScreen } from '#client/features/dashboard/screens/dashboard-screen.tsx'
import { DocumentsSection } from '#client/features/document/parts/documents-section.tsx'
import { StudentDesk } from '#client/features/student/screens/student-desk.tsx'
import type { StudentAddress } from '#client/features/student/student-search.ts'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/dashboard')({
  validateSearch: (search: Record<string, unknown>): StudentAddress => search,
  loader: () => loadWords('students', 'student-list', 'documents', 'errors'),
  component: Dashboard,
})

const DocumentSheet = lazy(async () => ({
  default: (await import('#client/features/document/parts/document-sheet.tsx')).DocumentSheet,
}))

const Students = () => <StudentDesk Documents={DocumentsSection} DocumentSheet={DocumentSheet} />

function Dashboard() {
  return <DashboardScreen Students={Students} />
}
