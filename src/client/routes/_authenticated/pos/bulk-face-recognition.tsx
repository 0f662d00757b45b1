import { createFileRoute } from '@tanstack/react-router'
import { GroupScreen } from '#client/features/faces/registration/group-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/bulk-face-recognition')({
  staticData: { authority: ['supervisor', 'registrar', 'admin'] },
  loader: () => loadWords('faces', 'faces.guide', 'errors'),
  component: GroupScreen,
})
