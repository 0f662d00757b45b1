import type { Feature } from '#server/http/serve.ts'
import { accessRoutes } from './access.routes.ts'
import { accountRoutes } from './accounts/account.routes.ts'
import { linkedSchoolRoutes } from './linked-schools/linked-schools.routes.ts'
import { passkeyRoutes } from './passkeys/passkey.routes.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { signInSettingsRoutes } from './sign-in-settings/sign-in-settings.routes.ts'
import { singleSignOnRoutes } from './single-sign-on/single-sign-on.routes.ts'

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
