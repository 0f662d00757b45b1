import { createFileRoute } from '@tanstack/react-router'
import { TillScreen } from '#client/features/till/screens/till-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/')({
  staticData: { authority: ['operator', 'supervisor', 'admin'] },
  loader: () => loadWords('till', 'errors'),
  component: TillScreen,
})
