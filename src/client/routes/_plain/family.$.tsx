import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router'
import { loadWords } from '#client/i18n/i18n.ts'
import { requireSession } from '#client/platform/session/guards.ts'

/** The pages of a signed-in family: one route in everybody's first load. */
export const Route = createFileRoute('/_plain/family/$')({
  beforeLoad: requireSession,
  loader: () => {
    // Beside the screen, which asks by it as soon as it is there.
    import('#client/features/overview/family/family.api.ts').catch(() => undefined)
    return loadWords('overview.family', 'students', 'errors')
  },
  component: lazyRouteComponent(() => import('#client/features/overview/family/family-page.tsx'), 'FamilyPage'),
})
