import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { demoSchools, removeDemoSchools } from '#shared/school/demo-schools.contract.ts'
import { publicInfo, schoolDetails, schoolList } from '#shared/school/school.contract.ts'
import { schoolHost } from '#shared/school/school-address.rules.ts'
import { type DemoNeeds, removableDemoSchools, removeAllDemoSchools } from './demo-schools.service.ts'
import { listSchools, readSchool } from './school.service.ts'
import { listedSchool, publicInfoView, schoolDetailsView } from './school.view.ts'

export const schoolRoutes =
  (needs: DemoNeeds): Feature =>
  () => [
    route.open(schoolDetails, async (ctx) => {
      const school = await ctx.tenant((tx) => readSchool(tx, ctx.school.schoolId))
      // Where trials are made the browser keeps which school was chosen for this host, as for a school's own domain.
      const domain = ctx.testHost ?? school.domain
      return {
        result: schoolDetailsView({ ...school, domain }, ctx.deps.captcha?.siteKey, ctx.deps.settings.assetsUrl),
      }
    }),
    route.open(publicInfo, async (ctx) => {
      const school = await ctx.tenant((tx) => readSchool(tx, ctx.school.schoolId))
      return { result: publicInfoView(school, ctx.deps.settings.assetsUrl) }
    }),
    route.session(demoSchools, async (ctx) => {
      requirePermission(ctx.session, 'people.manage')
      return { codes: await removableDemoSchools(ctx, needs) }
    }),
    route.session(removeDemoSchools, async (ctx) => {
      requirePermission(ctx.session, 'people.manage')
      return { removed: await removeAllDemoSchools(ctx, needs) }
    }),
    route.common(schoolList, async ({ deps, testHost }) => {
      const schools = await listSchools(deps.db)
      const { mode, publicUrl, hosts, assetsUrl } = deps.settings
      const result = schools.map((school) => ({
        ...listedSchool(school, assetsUrl),
        host: schoolHost(school.code, hosts),
      }))
      return { result, byHost: mode === 'production' && testHost === undefined, publicUrl: publicUrl ?? null }
    }),
  ]
