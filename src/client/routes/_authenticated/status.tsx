// chunk: counter
import { createFileRoute } from '@tanstack/react-router'
import { StatusScreen } from '#client/features/overview/status/status-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/status')({
  staticData: { authority: ['it', 'admin'] },
  loader: () => loadWords('overview.status', 'sync.devices', 'errors'),
  component: StatusScreen,
})
