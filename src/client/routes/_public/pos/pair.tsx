import { createFileRoute } from '@tanstack/react-router'
import { PairScreen } from '#client/features/sync/devices/pair-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

/** Open to everybody: the tablet to be paired has nobody signed in yet; the code decides. */
export const Route = createFileRoute('/_public/pos/pair')({
  loader: () => loadWords('sync.devices', 'errors'),
  component: PairScreen,
})
