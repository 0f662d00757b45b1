import { refusalBody } from '#server/http/errors.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { accessCheck } from '#shared/contract/auth.ts'
import { isRouteAllowed } from '#shared/rules/route-access.rules.ts'
import { screenAuthority } from '#shared/rules/screens.ts'

/** May this person open this screen? A "no" is an answer and not an error: it comes with status 200 and its reason. */
export const accessRoutes: Feature = () => [
  route.session(accessCheck, async ({ session }, { path }) =>
    isRouteAllowed(session.roles, screenAuthority(path))
      ? { success: true, message: '', messageId: '' }
      : refusalBody('access.denied'),
  ),
]
