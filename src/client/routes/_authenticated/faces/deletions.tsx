import { createFileRoute } from '@tanstack/react-router'
import type { PupilAddress } from '#client/features/face-desk/pupil-search.ts'
import { DeletionsScreen } from '#client/features/face-desk/screens/deletions-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/faces/deletions')({
  staticData: { authority: ['supervisor', 'registrar', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): PupilAddress => search,
  loader: () => loadWords('face-desk', 'errors'),
  component: DeletionsScreen,
})
