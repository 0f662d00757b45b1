// chunk: face-desk
import { createFileRoute } from '@tanstack/react-router'
import { HoldersScreen } from '#client/features/faces/administration/holders-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/faces/devices')({
  staticData: { authority: ['supervisor', 'registrar', 'head', 'admin'] },
  loader: () => loadWords('faces.administration', 'errors'),
  component: HoldersScreen,
})
