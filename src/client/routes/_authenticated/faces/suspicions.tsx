// chunk: face-desk
import { createFileRoute } from '@tanstack/react-router'
import { SuspicionsScreen } from '#client/features/faces/administration/suspicions-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/faces/suspicions')({
  staticData: { authority: ['supervisor', 'registrar', 'admin'] },
  loader: () => loadWords('faces.administration', 'errors'),
  component: SuspicionsScreen,
})
