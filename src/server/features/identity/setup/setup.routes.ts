import type { z } from 'zod'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { newSchoolRow, type StartStep, type TemplateRow } from '#server/features/school/create-school.service.ts'
import { hasOwnSchool, schoolIdOf } from '#server/features/school/school.service.ts'
import type { CommonCtx } from '#server/http/context.ts'
import { type Feature, route } from '#server/http/serve.ts'
import { continueInSchool, installationId } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type CodeState, checkSetup, type SetupState, setUpSchool } from '#shared/identity/setup.contract.ts'
import { AppError } from '#shared/kernel/errors.ts'
import { randomToken, type UserId, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import { schoolAddress } from '#shared/school/school-address.rules.ts'
import { schoolCodeProblem } from '#shared/school/school-code.rules.ts'
import { limitProof } from '../accounts/account-limits.service.ts'
import { createWithAdministrator } from './create-with-administrator.service.ts'
import { readSetupLink, useSetupLink } from './setup-link.service.ts'

/**
 * Returns what a set-up link is worth now. Unknown tokens are counted by address. @throws AppError request.too-many
 */
const stateOfSetup = async (ctx: CommonCtx, token: string): Promise<SetupState> => (await openSetup(ctx, token)).state

/** @throws AppError request.too-many */
async function openSetup(
  ctx: CommonCtx,
  token: string,
): Promise<{ state: SetupState; provider: UserId | null; templateId: string | null }> {
  const { db, clock } = ctx.deps
  const hasSchool = await hasOwnSchool(db)
  const { state, provider, templateId, waitMs } = await db.tenant(installationId, async (tx) => {
    const found = await readSetupLink(tx, token, clock.nowMs())
    const of = { deps: ctx.deps, address: ctx.address, school: { schoolId: installationId } }
    return { ...found, waitMs: found.state === 'unknown' ? await limitProof(tx, of) : 0 }
  })
  if (waitMs > 0) throw new AppError('request.too-many', { retryAfterMs: waitMs })
  return { state: hasSchool && provider === null && state !== 'used' ? 'closed' : state, provider, templateId }
}

/** Returns whether a new school may have this code. */
async function stateOfCode({ deps }: CommonCtx, code: string): Promise<CodeState> {
  const problem = schoolCodeProblem(code)
  if (problem !== undefined) return problem
  return (await schoolIdOf(deps.db, code)) === undefined ? 'free' : 'taken'
}

/** Reads what a template lends, where there is one, and returns it with what each domain gives a new school. */
type SchoolStart = (
  deps: Deps,
  templateId: string | null,
) => Promise<{ template?: TemplateRow | undefined; steps: readonly StartStep[] }>

type Asked = z.output<typeof setUpSchool.body>
type Reply = z.input<typeof setUpSchool.reply>

const refuse = (problem: Extract<Reply, { made: false }>['problem']): Reply => ({ made: false, problem })

/** The code was given to another school: everything is undone, so that the link stays good. */
class CodeTaken extends Error {
  override name = 'CodeTaken'
}

/**
 * Creates the first school with its administrator by a set-up link, all in one transaction: a refused or interrupted call leaves
 * the link as it was. @param start reads what a template lends, and says what each domain gives a new school
 * @throws AppError request.too-many
 */
async function setUp(ctx: CommonCtx, asked: Asked, start: SchoolStart): Promise<Reply> {
  const { deps, schoolsBase } = ctx
  const { state, provider, templateId } = await openSetup(ctx, asked.token)
  if (state !== 'open') return refuse(state)
  const nowMs = deps.clock.nowMs()
  const { template, steps } = await start(deps, templateId)
  const row = newSchoolRow(asked.school, { schoolId: uuidv7(nowMs, deps.random), now: toInstant(nowMs), template })
  const address = schoolAddress(row.code, schoolsBase())
  const passwordHash = await deps.passwords.hash(randomToken(deps.random))
  try {
    return await deps.db.tenant(installationId, async (tx): Promise<Reply> => {
      if (!(await useSetupLink(tx, asked.token, nowMs))) return refuse('used')
      if (provider !== null) {
        const of = { about: row.schoolId, facts: {}, by: provider }
        await recordAuditEvent(tx, { deps, school: { schoolId: installationId } }, 'provider-school-created', of)
      }
      await continueInSchool(tx, row.schoolId)
      const administrator = { ...asked.administrator, passwordHash }
      const created = await createWithAdministrator(tx, { deps, row, address, steps }, administrator)
      if (!created?.invitation) throw new CodeTaken()
      const { isMailed, path, hours } = created.invitation
      return { made: true, address, isMailed, link: path === null ? null : address + path, hours }
    })
  } catch (error) {
    if (error instanceof CodeTaken) return refuse('code-taken')
    throw error
  }
}

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
