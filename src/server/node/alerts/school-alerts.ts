import { readSchoolTroubles, schoolTroubles } from '#server/features/overview/status/school-troubles.service.ts'
import { dueWhileAwake } from '#server/features/sync/installation/installation.service.ts'
import { describeFailure } from '#server/http/describe-failure.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { keepDoingForSchools, type Running } from '#server/kernel/rounds.ts'
import { hourMs, minuteMs } from '#shared/kernel/time.ts'
import { tellInstallation } from './tell-installation.ts'

const everyMs = 10 * minuteMs
/** A till that falls silent changes nothing in its school, so that it is looked for. */
const quietMs = hourMs

/**
 * Mails the people of the installation about the tills and emails of a school, once for each cause and once when it is over: a till unseen for
 * a school day while others were seen, operations unsent for two hours, operations lost or refused, a clock that is off, emails that wait.
 */
export async function tellOfSchool(deps: Deps, to: readonly string[], schoolId: string): Promise<void> {
  const nowMs = deps.clock.nowMs()
  const { code, troubles } = await deps.db.tenant(schoolId, (tx) => readSchoolTroubles(tx, schoolId, nowMs))
  for (const trouble of schoolTroubles) {
    const found = troubles[trouble]
    if (found === undefined) continue
    const cause = found.length > 0 ? trouble : undefined
    const value = [code, found.join(', ')].filter(Boolean).join(': ')
    const factKey = trouble === 'mails-stuck' ? 'waiting' : 'tills'
    const topic = { schoolId, causes: [trouble], cause, factKey, value }
    // Each by itself: a mail that does not leave takes back nothing that another one has told.
    await deps.db.tenant(schoolId, (tx) => tellInstallation(tx, deps, to, topic))
  }
}

/** Goes on doing so, for schools in which something changes and once an hour for all others. */
export function startSchoolAlerts(deps: Deps, to: readonly string[]): Running {
  if (deps.mailer === undefined || to.length === 0) return { stop: async () => {} }
  return keepDoingForSchools({
    everyMs,
    kind: 'it-alerts',
    due: dueWhileAwake(deps),
    work: (schoolId) => tellOfSchool(deps, to, schoolId),
    nextInMs: async () => quietMs,
    onFailure: (error) => deps.log.error(describeFailure(error), 'the state of a school could not be told of'),
  })
}
