// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { StatusLabelsScreen } from '#client/features/students/status-labels/status-labels-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/settings/statuses')({
  staticData: { authority: ['admin'] },
  loader: () => loadWords('school.settings', 'editor', 'errors'),
  component: StatusLabelsScreen,
})
