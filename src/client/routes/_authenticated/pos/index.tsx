import { createFileRoute } from '@tanstack/react-router'
import { TillScreen } from '#client/features/till/screens/till-screen.tsx'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/')({
  staticData: { authority: ['operator', 'supervisor', 'admin'] },
  loader: () => loadWordsForPaper('till', 'errors'),
  component: TillScreen,
})
