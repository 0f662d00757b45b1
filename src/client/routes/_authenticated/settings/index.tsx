// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { SettingsIndexScreen } from '#client/features/school/settings/settings-index-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/settings/')({
  staticData: { authority: ['admin'] },
  loader: () => loadWords('school.settings', 'editor', 'errors'),
  component: SettingsIndexScreen,
})
