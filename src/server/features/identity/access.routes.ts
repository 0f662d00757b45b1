import { refusalBody } from '#server/http/errors.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { accessCheck } from '#shared/identity/auth.contract.ts'
import { isRouteAllowed } from '#shared/identity/route-access.rules.ts'
import { screenAuthority } from '#shared/kernel/screens.ts'

/** Returns whether this person may open a screen. A "no" is an answer and not an error: status 200 with its reason. */
export const accessRoutes: Feature = () => [
  route.session(accessCheck, async ({ session }, { path }) =>
    isRouteAllowed(session.roles, screenAuthority(path))
      ? { success: true, message: '', messageId: '' }
      : refusalBody('access.denied'),
  ),
]
