// chunk: counter
import { createFileRoute } from '@tanstack/react-router'
import { DevicesScreen } from '#client/features/sync/devices/devices-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/devices')({
  staticData: { authority: ['supervisor', 'it', 'admin', 'finance'] },
  loader: () => loadWords('sync.devices', 'errors'),
  component: DevicesScreen,
})
