import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { signInSettingsRead, signInSettingsSet } from '#shared/identity/sign-in-settings.contract.ts'
import { changeSignInSettings, viewSignInSettings } from './change-sign-in.service.ts'

export const signInSettingsRoutes: Feature = () => [
  route.session(signInSettingsRead, async (ctx) => {
    requirePermission(ctx.session, 'school.settings')
    return viewSignInSettings(ctx)
  }),
  route.session(signInSettingsSet, async (ctx, asked) => {
    requirePermission(ctx.session, 'school.settings')
    return changeSignInSettings(ctx, asked)
  }),
]
