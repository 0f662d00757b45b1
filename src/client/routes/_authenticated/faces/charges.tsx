// chunk: face-desk
import { createFileRoute } from '@tanstack/react-router'
import { ChargesScreen } from '#client/features/faces/administration/charges-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/faces/charges')({
  staticData: { authority: ['supervisor', 'finance', 'admin'] },
  loader: () => loadWords('faces.administration', 'errors'),
  component: ChargesScreen,
})
