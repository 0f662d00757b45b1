import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { changeSchoolSettings, readSchoolSettings } from '#shared/school/settings/school-settings.contract.ts'
import { changeSettings, readSettings, type SettingsNeeds } from './settings.service.ts'

interface RoutesNeeds extends SettingsNeeds {
  /** Drops what is cached of a school, so that the next call reads it anew. */
  forgetSchool: (code: string) => void
}

export const settingsRoutes =
  (needs: RoutesNeeds): Feature =>
  () => [
    route.session(readSchoolSettings, (ctx) => {
      requirePermission(ctx.session, 'school.settings')
      return ctx.tenant((tx) => readSettings(tx, ctx.school, needs))
    }),
    route.session(changeSchoolSettings, async (ctx, { settings }) => {
      requirePermission(ctx.session, 'school.settings')
      const done = await ctx.tenant((tx) => changeSettings(tx, ctx, settings))
      // After the commit: a call that runs meanwhile must not bring the old row back.
      needs.forgetSchool(ctx.school.code)
      return done
    }),
  ]
