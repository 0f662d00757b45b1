import { createFileRoute } from '@tanstack/react-router'
import { TillScreen } from '#client/features/pos/till/till-screen.tsx'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/')({
  staticData: { authority: ['operator', 'supervisor', 'admin'] },
  loader: () => loadWordsForPaper('pos.till', 'errors'),
  component: TillScreen,
})
