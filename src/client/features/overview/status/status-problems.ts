import { type CertificateProblem, certificateProblem } from '#shared/overview/certificate.rules.ts'
import type { CertificateStanding, ServerStatus, StatusDevice } from '#shared/overview/server-status.contract.ts'
import { dayMs, fromInstant } from '#shared/kernel/time.ts'
import { conditionTroubles, type ConditionTrouble } from '#shared/sync/device-condition.rules.ts'

/** What needs somebody, in the order in which it is shown. */
export type StatusProblem =
  | NonNullable<ServerStatus['copies']['alert']>
  | CertificateProblem
  | 'key-missing'
  | 'unsent'
  | ConditionTrouble
  | 'mails-stuck'

/** A till that is off over a weekend is none; one that holds sales and was not seen for a day is. */
const unsentMs = dayMs
const mailMs = 15 * 60_000

function problemOf(certificate: CertificateStanding | null): CertificateProblem[] {
  const problem = certificate && certificateProblem(certificate.state)
  return problem ? [problem] : []
}

/** Returns what needs somebody at any of the devices, each once. */
const deviceTroubles = (list: readonly StatusDevice[], nowMs: number): ConditionTrouble[] => [
  ...new Set(list.flatMap(({ condition }) => conditionTroubles(condition, nowMs))),
]

/** Lists what needs somebody; empty where all is well. */
export function listProblems({ now, copies, certificate, keys, devices, mails }: ServerStatus): StatusProblem[] {
  const ageMs = (at: string | null) => (at === null ? 0 : fromInstant(now) - fromInstant(at))
  return [
    ...(copies.alert === null ? [] : [copies.alert]),
    ...problemOf(certificate),
    ...(keys.lost > 0 ? (['key-missing'] as const) : []),
    ...(devices.unsent > 0 && ageMs(devices.longestSilentSince) > unsentMs ? (['unsent'] as const) : []),
    ...deviceTroubles(devices.list, fromInstant(now)),
    ...(ageMs(mails.oldest) > mailMs ? (['mails-stuck'] as const) : []),
  ]
}
