import { createFileRoute } from '@tanstack/react-router'
import { DevicesScreen } from '#client/features/devices/screens/devices-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/devices')({
  staticData: { authority: ['supervisor', 'it', 'admin', 'finance'] },
  loader: () => loadWords('devices', 'errors'),
  component: DevicesScreen,
})
