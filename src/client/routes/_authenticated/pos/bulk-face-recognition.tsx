import { createFileRoute } from '@tanstack/react-router'
import { GroupScreen } from '#client/features/faces/screens/group-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/pos/bulk-face-recognition')({
  staticData: { authority: ['supervisor', 'registrar', 'admin'] },
  loader: () => loadWords('faces', 'face-guide', 'errors'),
  component: GroupScreen,
})
