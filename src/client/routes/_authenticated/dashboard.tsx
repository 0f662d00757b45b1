import { createFileRoute } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import { StudentDesk } from '#client/features/admissions/student-list/student-desk.tsx'
import type { StudentAddress } from '#client/features/admissions/student-list/student-search.ts'
import { DocumentsSection } from '#client/features/documents/documents/components/documents-section.tsx'
import { DashboardScreen } from '#client/features/overview/home/dashboard-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/dashboard')({
  validateSearch: (search: Record<string, unknown>): StudentAddress => search,
  loader: () => loadWords('students', 'admissions.student-list', 'admissions.readiness', 'documents', 'errors'),
  component: Dashboard,
})

const DocumentSheet = lazy(async () => ({
  default: (await import('#client/features/documents/documents/components/document-sheet.tsx')).DocumentSheet,
}))

const Students = ({ greeting }: { greeting: ReactNode }) => (
  <StudentDesk greeting={greeting} Documents={DocumentsSection} DocumentSheet={DocumentSheet} />
)

function Dashboard() {
  return <DashboardScreen Students={Students} />
}
