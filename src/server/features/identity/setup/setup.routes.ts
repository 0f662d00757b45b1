import type { StartStep } from '#server/features/school/create-school.service.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { checkSetup, setUpSchool } from '#shared/identity/setup.contract.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import { setUp, stateOfCode, stateOfSetup } from './setup.service.ts'

const unstored = { headers: { 'cache-control': 'no-store' } }

/** Routes that create the first school. @param startSteps what each domain gives a new school */
export const setupRoutes =
  (startSteps: (deps: Deps) => readonly StartStep[]): Feature =>
  (deps) => [
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
    route.common(setUpSchool, (ctx, asked) => setUp(ctx, asked, startSteps(deps)), unstored),
  ]
