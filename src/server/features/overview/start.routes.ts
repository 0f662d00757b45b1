import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { hasApprovedSchedule } from '#server/features/fees/setup/fee-schedule.service.ts'
import { countNewApplications } from '#server/features/forms/submissions/work-application.service.ts'
import { listStaff } from '#server/features/identity/sessions/staff.service.ts'
import { hasItems } from '#server/features/pos/catalogue/catalogue.service.ts'
import { lockSchool, readSchool, setStart } from '#server/features/school/school.service.ts'
import { countActiveDevices } from '#server/features/sync/devices/device.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import { requirePermission } from '#server/http/require-permission.ts'
import { type Feature, route } from '#server/http/serve.ts'
import type { Tx } from '#server/kernel/db.ts'
import {
  changeStart,
  readStart,
  StartPage,
  type StartState,
  type StartStep,
  startSteps,
} from '#shared/overview/start.contract.ts'

type School = Awaited<ReturnType<typeof readSchool>>

/** Returns how far the school has come with its first steps; a demo school has none to take. */
async function startOf(tx: Tx, schoolId: string): Promise<StartState> {
  const school = await readSchool(tx, schoolId)
  const { start, isDemo, country = '' } = school.profile
  const passed = new Set<string>(start?.passed)
  const skipped = new Set<string>(start?.skipped)
  const steps: StartState['steps'] = []
  for (const step of startSteps) {
    const isDone = await isDoneBy[step](tx, school)
    steps.push({ step, state: isDone ? 'done' : skipped.has(step) ? 'skipped' : 'open' })
  }
  return {
    steps,
    passed: StartPage.options.filter((page) => passed.has(page)),
    country,
    isClosed: isDemo === true || start?.isClosed === true,
    unreadWork: await unreadWork(tx, schoolId),
  }
}

/** Counts new applications for work where nobody may read them: after an upgrade nobody has that role. */
async function unreadWork(tx: Tx, schoolId: string): Promise<number> {
  const staff = await listStaff(tx, schoolId)
  const isRead = staff.some(({ roles, disabledAt }) => disabledAt === null && roles.includes('hr'))
  return isRead ? 0 : countNewApplications(tx, schoolId)
}

/** What each step is judged by: people can reach the school, tablets are paired, there is something to sell … */
const isDoneBy: Record<StartStep, (tx: Tx, school: School) => boolean | Promise<boolean>> = {
  school: (_tx, { profile: { contact } }) => Boolean(contact?.email) || Boolean(contact?.phone),
  look: (_tx, { logoSvg, profile: { settings } }) => logoSvg !== '' || settings?.look !== undefined,
  places: async (tx, { schoolId }) => (await countActiveDevices(tx, schoolId)) > 0,
  catalogue: (tx, { schoolId }) => hasItems(tx, schoolId),
  admission: (_tx, { profile: { dates } }) => dates.length > 0,
  fees: (tx, { schoolId }) => hasApprovedSchedule(tx, schoolId),
  // The first administrator is nobody new.
  people: async (tx, { schoolId }) =>
    (await listStaff(tx, schoolId)).filter(({ disabledAt }) => disabledAt === null).length > 1,
}

type Change = { step: StartStep; isSkipped: boolean } | { passed: StartPage } | { isClosed: boolean }

/** Skips a step or takes it up again, keeps how far somebody has come, or puts the list away; all but the second is recorded. */
async function changeStartOf(tx: Tx, ctx: SessionCtx, change: Change): Promise<StartState> {
  const school = await lockSchool(tx, ctx.school.schoolId)
  const { skipped = [], passed = [], isClosed = false } = school.profile.start ?? {}
  const steps = new Set<string>(skipped)
  const pages = new Set<string>(passed)
  if ('step' in change) steps[change.isSkipped ? 'add' : 'delete'](change.step)
  if ('passed' in change) pages.add(change.passed)
  const next = {
    skipped: startSteps.filter((step) => steps.has(step)),
    passed: StartPage.options.filter((page) => pages.has(page)),
    isClosed: 'isClosed' in change ? change.isClosed : isClosed,
  }
  const isSame = next.isClosed === isClosed && next.skipped.join(' ') === skipped.join(' ')
  if (!isSame || next.passed.join(' ') !== passed.join(' ')) await setStart(tx, school, next)
  // How far somebody has come with reading pages decides nothing.
  if (!isSame) {
    const facts = { parts: next.skipped.join(' '), isClosed: next.isClosed }
    await recordAuditEvent(tx, ctx, 'start-set', { about: null, facts })
  }
  return startOf(tx, ctx.school.schoolId)
}

export const startRoutes: Feature = () => [
  route.session(readStart, (ctx) => {
    requirePermission(ctx.session, 'school.settings')
    return ctx.tenant((tx) => startOf(tx, ctx.school.schoolId))
  }),
  route.session(changeStart, (ctx, { start }) => {
    requirePermission(ctx.session, 'school.settings')
    return ctx.tenant((tx) => changeStartOf(tx, ctx, start))
  }),
]
