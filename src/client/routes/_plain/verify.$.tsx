import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/verify/$')({
  loader: () => loadWords('issued-letters', 'errors'),
  component: lazyRouteComponent(() => import('#client/features/letter/screens/verify-screen.tsx'), 'VerifyScreen'),
})
