import { createFileRoute } from '@tanstack/react-router'
import { ScoringSetsScreen } from '#client/features/scoring/screens/scoring-sets-screen.tsx'
import type { SetAddress } from '#client/features/scoring/set-search.ts'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/scoring')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): SetAddress => search,
  loader: () => loadWords('scoring-edit', 'scoring', 'students', 'errors'),
  component: ScoringSetsScreen,
})
