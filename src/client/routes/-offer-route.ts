import { lazyRouteComponent } from '@tanstack/react-router'
import { loadWords } from '#client/i18n/i18n.ts'

/** What the pages of the eight letters share, once: each of them would say the same in everybody's first load. */
export const offerPage = {
  loader: () => loadWords('admissions.offer', 'link', 'errors'),
  component: lazyRouteComponent(() => import('#client/features/admissions/offer-page/offer-screen.tsx'), 'OfferScreen'),
}
