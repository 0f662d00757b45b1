import { schoolAddress } from '#shared/school/school-address.rules.ts'
import { randomToken, uuidv7 } from '#shared/kernel/ids.ts'
import { toInstant } from '#shared/kernel/time.ts'
import type { NewSchool } from '#shared/school/new-school.contract.ts'
import { createWithAdministrator } from './features/identity/setup/create-with-administrator.service.ts'
import { newSchoolRow } from './features/school/create-school.service.ts'
import { listSchools } from './features/school/school.service.ts'
import type { Deps } from './kernel/deps.ts'
import { startSteps } from './school-start.ts'
import type { SchoolTemplate } from './school-template.ts'

/** A school to be created, with its first administrator where there is one. */
export interface PlannedSchool {
  school: NewSchool
  administrator: { name: { en: string; ar: string }; email: string } | undefined
}

/** What came of one; `link` where an administrator has to be handed one, because the server sends no email. */
export type BatchOutcome = { is: 'there' } | { is: 'created'; address: string; link: string | null }

/**
 * Creates schools one after the other, each in a transaction of its own: a run that breaks off is begun again, and finds what it
 * has created. A code that is there is left as it is.
 * @param base origin before which codes stand @param report called after each
 */
export async function createSchools<S extends PlannedSchool>(
  deps: Deps,
  planned: readonly S[],
  { base, template }: { base: string; template: SchoolTemplate | undefined },
  report: (planned: S, outcome: BatchOutcome) => void,
): Promise<void> {
  const { db, clock, random } = deps
  const known = new Set((await listSchools(db)).map(({ code }) => code))
  const steps = startSteps(deps, template?.content)
  // Of a password that nobody knows, one for all: a hash costs a tenth of a second.
  const passwordHash = await deps.passwords.hash(randomToken(random))
  for (const each of planned) {
    report(each, known.has(each.school.code) ? { is: 'there' } : await createOne(each))
  }

  async function createOne({ school, administrator }: S): Promise<BatchOutcome> {
    const nowMs = clock.nowMs()
    const row = newSchoolRow(school, {
      schoolId: uuidv7(nowMs, random),
      now: toInstant(nowMs),
      template: template?.row,
    })
    const address = schoolAddress(school.code, base)
    const person = administrator && { ...administrator, language: school.language, passwordHash }
    const created = await db.tenant(row.schoolId, (tx) =>
      createWithAdministrator(tx, { deps, row, address, steps }, person),
    )
    if (!created) return { is: 'there' }
    const path = created.invitation?.path ?? null
    return { is: 'created', address, link: path === null ? null : address + path }
  }
}
