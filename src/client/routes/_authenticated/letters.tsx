import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/letters')({
  staticData: { authority: ['registrar', 'head', 'admin'] },
  loader: () => loadWords('issued-letters', 'errors'),
  component: lazyRouteComponent(() => import('#client/features/letter/screens/letters-screen.tsx'), 'LettersScreen'),
})
