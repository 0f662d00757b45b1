import { and, asc, eq } from 'drizzle-orm'
import { strToU8, type Zippable, zipSync } from 'fflate'
import { recordAuditEvent } from '#server/features/audit/audit.service.ts'
import { listActiveWith } from '#server/features/identity/sessions/people.service.ts'
import { allPages } from '#server/features/lists/export/all-pages.service.ts'
import { type ListedPupil, listPupils } from '#server/features/pos/roster/list-pupils.service.ts'
import { readSchool } from '#server/features/school/school.service.ts'
import type { SessionCtx } from '#server/http/context.ts'
import type { Tx } from '#server/kernel/db.ts'
import type { FileReply } from '#shared/kernel/endpoint.ts'
import { businessDay } from '#shared/kernel/time.ts'
import { classYear } from '../classes/class.service.ts'
import { schoolClasses } from '../classes/class.table.ts'
import { type Roster, rosterFiles } from './roster-files.rules.ts'

const everybody = { text: '', classIds: undefined, state: 'at-school', card: undefined } as const
/** Each page is sorted separately. */
const sortedPage = 5000

/** Writes the school's roster as a ZIP of OneRoster 1.2. */
export async function exportRoster(tx: Tx, ctx: SessionCtx, withBirthDates: boolean): Promise<FileReply> {
  const roster = await rosterOf(tx, ctx, withBirthDates)
  await recordAuditEvent(tx, ctx, 'roster-exported', { about: null, facts: { count: roster.pupils.length } })
  const mtime = new Date(ctx.deps.clock.nowMs())
  const files: Zippable = {}
  for (const [name, text] of Object.entries(rosterFiles(roster))) files[name] = [strToU8(text), { mtime }]
  const today = businessDay(ctx.deps.clock.nowMs(), ctx.school.timeZone, 0)
  return { name: `oneroster-${ctx.school.code}-${today}.zip`, kind: 'zip', bytes: zipSync(files) }
}

async function rosterOf(tx: Tx, { school, deps }: SessionCtx, withBirthDates: boolean): Promise<Roster> {
  const { schoolId, code, name } = school
  const { profile } = await readSchool(tx, schoolId)
  const firstYear = await classYear(tx, schoolId, deps.clock.nowMs())
  const set = profile.years?.find(({ startsOn }) => Number(startsOn.slice(0, 4)) === firstYear)
  const classes = await tx
    .select({ id: schoolClasses.id, grade: schoolClasses.grade, name: schoolClasses.name })
    .from(schoolClasses)
    .where(and(eq(schoolClasses.schoolId, schoolId), eq(schoolClasses.year, firstYear)))
    .orderBy(asc(schoolClasses.grade), asc(schoolClasses.id))
  const pupils: ListedPupil[] = []
  const read = async (last: ListedPupil | undefined, limit: number) =>
    (await listPupils(tx, schoolId, everybody, { after: last?.customerId, limit })).rows
  for await (const page of allPages(read, sortedPage)) pupils.push(...page)
  const { startsOn, endsOn } = set ?? { startsOn: `${firstYear}-08-01`, endsOn: `${firstYear + 1}-07-31` }
  return {
    school: { id: schoolId, code, name },
    year: { firstYear, startsOn, endsOn },
    classes,
    pupils: pupils.map(({ customerId: id, ...pupil }) => ({ ...pupil, id })),
    staff: (await listActiveWith(tx, schoolId, ['head', 'admin'])).map(({ roles, ...person }) => ({
      ...person,
      role: roles.includes('head') ? 'principal' : 'siteAdministrator',
    })),
    withBirthDates,
  }
}
