// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { WordingsScreen } from '#client/features/consents/wordings/wordings-screen.tsx'
import { SignatoriesScreen } from '#client/features/letters/signatories/signatories-screen.tsx'
import { SettingsScreen } from '#client/features/school/settings/settings-screen.tsx'
import { StatusLabelsScreen } from '#client/features/students/status-labels/status-labels-screen.tsx'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { StartScreen } from '#client/features/overview/start/start-screen.tsx'
import { PlacesScreen } from '#client/features/sync/places/places-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/settings/$page')({
  staticData: { authority: ['admin'] },
  loader: () => loadWords('school.settings', 'consents.wordings', 'letters.editor', 'editor', 'errors'),
  component: () => (
    <SettingsScreen more={{ consents: WordingsScreen, statuses: StatusLabelsScreen, letters: SignatoriesScreen }} />
  ),
  loader: () => loadWords('school.settings', 'sync.devices', 'editor', 'errors'),
  component: SettingsPage,
})

/** The page of the settings that the address names; each route of its own would be in everybody's first load. */
function SettingsPage() {
  const { page } = useParams({ from: '/_authenticated/settings/$page' })
  if (page === 'start') return <StartScreen />
  return page === 'places' ? <PlacesScreen /> : <SettingsScreen />
}
