import type { AnyRoute } from '@tanstack/react-router'

/**
 * Returns the routes behind the sign-in that are not part of the first load, to stand under `layout`. Here there are none: in
 * development the route tree has them all. The build puts them here (`.config/lean-routes.ts`).
 */
export const listStaffRoutes = (_layout: AnyRoute): AnyRoute[] => []
