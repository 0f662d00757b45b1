import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadWords } from '#client/i18n/i18n.ts'

export const Route = createFileRoute('/_plain/verify/$')({
  loader: () => loadWords('letters.issued', 'errors'),
  component: lazyRouteComponent(() => import('#client/features/letters/issued/verify-screen.tsx'), 'VerifyScreen'),
})
