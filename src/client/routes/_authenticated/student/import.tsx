import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_authenticated/student/import')({
  staticData: { authority: ['registrar', 'admin'] },
  loader: () => loadWords('admissions.import', 'errors'),
  component: lazyRouteComponent(() => import('#client/features/admissions/import/import-screen.tsx'), 'ImportScreen'),
})
