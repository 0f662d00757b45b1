// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { StartScreen } from '#client/features/overview/start/start-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/settings/start')({
  staticData: { authority: ['admin'] },
  loader: () => loadWords('school.settings', 'errors'),
  component: StartScreen,
})
