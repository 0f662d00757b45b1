import { createFileRoute, redirect } from '@tanstack/react-router'
import { isStaffPath } from '#client/add-staff-routes.ts'

/** Unknown paths lead home, unless they belong to the pages behind the sign-in that are not there yet. */
export const Route = createFileRoute('/$')({
  beforeLoad: async ({ location }) => {
    if (await isStaffPath(location.pathname)) throw redirect({ href: location.href, replace: true })
    throw redirect({ to: '/', replace: true })
  },
})
