import { refusalBody } from '#server/http/errors.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { accessCheck } from '#shared/identity/auth.contract.ts'
import { isRouteAllowed } from '#shared/identity/route-access.rules.ts'
import { screenAuthority } from '#shared/kernel/screens.ts'
import { accountRoutes } from './accounts/account.routes.ts'
import { linkedSchoolRoutes } from './linked-schools/linked-schools.routes.ts'
import { passkeyRoutes } from './passkeys/passkey.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { signInSettingsRoutes } from './sign-in-settings/sign-in-settings.routes.ts'
import { singleSignOnRoutes } from './single-sign-on/single-sign-on.routes.ts'

/** Returns whether this person may open a screen. A "no" is an answer and not an error: status 200 with its reason. */
const accessRoutes: Feature = () => [
  route.session(accessCheck, async ({ session }, { path }) =>
    isRouteAllowed(session.roles, screenAuthority(path))
      ? { success: true, message: '', messageId: '' }
      : refusalBody('access.denied'),
  ),
]

/** Routes of accounts, sign-in and profiles that need nothing of higher domains. */
export const identityFeatures: readonly Feature[] = [
  accountRoutes,
  secondFactorRoutes,
  signInSettingsRoutes,
  singleSignOnRoutes,
  passkeyRoutes,
  accessRoutes,
  profileRoutes,
  linkedSchoolRoutes,
]
