// chunk: face-desk
import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#client/features/faces/administration/settings/settings-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/faces/settings')({
  staticData: { authority: ['head', 'admin'] },
  loader: () => loadWords('faces.administration', 'errors'),
  component: SettingsScreen,
})
