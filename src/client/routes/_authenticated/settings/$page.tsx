// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#client/features/school/settings/settings-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/settings/$page')({
  staticData: { authority: ['admin'] },
  loader: () => loadWords('school.settings', 'editor', 'errors'),
  component: SettingsScreen,
})
