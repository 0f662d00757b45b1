import { createFileRoute } from '@tanstack/react-router'
import { BreachesScreen } from '#client/features/retention/breaches/breaches-screen.tsx'
import { loadWordsForPaper } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/data-breaches')({
  staticData: { authority: ['head', 'it', 'admin'] },
  // Texts for the authority and for families are there in both languages.
  loader: () => loadWordsForPaper('retention.breaches', 'errors'),
  component: BreachesScreen,
})
