// chunk: face-desk
import { createFileRoute } from '@tanstack/react-router'
import type { PupilAddress } from '#client/features/faces/administration/pupil-search.ts'
import { RecordScreen } from '#client/features/faces/administration/record-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/faces/record')({
  staticData: { authority: ['supervisor', 'registrar', 'head', 'admin'] },
  validateSearch: (search: Record<string, unknown>): PupilAddress => search,
  loader: () => loadWords('faces.administration', 'errors'),
  component: RecordScreen,
})
