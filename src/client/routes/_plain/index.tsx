import { createFileRoute } from '@tanstack/react-router'
import { SchoolPageScreen } from '#client/features/admissions/school-page/school-page-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'
import { redirectHome } from '#client/platform/session/guards.ts'

export const Route = createFileRoute('/_plain/')({
  beforeLoad: redirectHome,
  loader: () => loadWords('admissions.school-page', 'admissions.dates'),
  component: SchoolPageScreen,
})
