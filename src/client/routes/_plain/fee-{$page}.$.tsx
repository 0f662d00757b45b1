import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadWords } from '#client/i18n/i18n.ts'

/** What a payer owes, and the page on which a payment comes back: one route in everybody's first load. */
export const Route = createFileRoute('/_plain/fee-{$page}/$')({
  loader: () => loadWords('fees.family', 'link', 'errors'),
  component: lazyRouteComponent(() => import('#client/features/fees/family/family-page.tsx'), 'FamilyPage'),
})
