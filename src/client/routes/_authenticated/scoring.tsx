// chunk: office
import { createFileRoute } from '@tanstack/react-router'
import { ScoringSetsScreen } from '#client/features/admissions/scoring/scoring-sets-screen.tsx'
import type { SetAddress } from '#client/features/admissions/scoring/set-search.ts'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/scoring')({
  staticData: { authority: ['admission-officer', 'registrar', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): SetAddress => search,
  loader: () => loadWords('admissions.scoring-editor', 'editor', 'admissions.scoring', 'students', 'errors'),
  component: ScoringSetsScreen,
})
