// chunk: settings
import { createFileRoute } from '@tanstack/react-router'
import { PlacesScreen } from '#client/features/sync/places/places-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/places')({
  staticData: { authority: ['supervisor', 'it', 'admin'] },
  loader: () => loadWords('sync.devices', 'errors'),
  component: PlacesScreen,
})
