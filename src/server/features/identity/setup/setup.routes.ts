import { type Feature, route } from '#server/http/serve.ts'
import { checkSetup, setUpSchool } from '#shared/identity/setup.contract.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import { type SchoolStart, setUp, stateOfCode, stateOfSetup } from './setup.service.ts'

const unstored = { headers: { 'cache-control': 'no-store' } }

/** Routes that create a school by a link. @param start what a template and each domain give it */
export const setupRoutes =
  (start: SchoolStart): Feature =>
  () => [
    route.common(
      checkSetup,
      async (ctx, { token, code }) => {
        const state = await stateOfSetup(ctx, token)
        const isAsked = state === 'open' && code !== undefined
        return {
          state,
          code: isAsked ? await stateOfCode(ctx, code) : null,
          addresses: schoolAddress('*', ctx.schoolsBase()),
        }
      },
      unstored,
    ),
    route.common(setUpSchool, (ctx, asked) => setUp(ctx, asked, start), unstored),
  ]
