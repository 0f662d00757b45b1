import { createFileRoute } from '@tanstack/react-router'
import { PeopleScreen } from '#client/features/faces/administration/people-screen.tsx'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/faces/')({
  staticData: { authority: ['supervisor', 'registrar', 'head', 'admin'] },
  loader: () => loadWords('faces.administration', 'errors'),
  component: PeopleScreen,
})
