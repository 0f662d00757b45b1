import { lazyRouteComponent } from '@tanstack/react-router'

/*
 * What the pages of the school's forms share, once: each of them would say the same in everybody's first load. Spread into
 * a route, out of the reach of the plugin that would cut a chunk of its own for each.
 */

export const formLoader = (slug: string) => async () => (await import('./-bring-form.ts')).loadFormRoute(slug)

const errorComponent = lazyRouteComponent(
  () => import('#client/features/forms/fill/no-form-screen.tsx'),
  'NoFormScreen',
)

/** Filled in at one go. */
export const shortForm = {
  component: lazyRouteComponent(() => import('#client/features/forms/fill/open-form-screen.tsx'), 'OpenFormScreen'),
  errorComponent,
}

/** Gone on with later, by an account or a mailed link. */
export const longForm = {
  component: lazyRouteComponent(() => import('#client/features/forms/fill/long-form-screen.tsx'), 'LongFormScreen'),
  errorComponent,
}
