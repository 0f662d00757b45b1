import { installationId } from '#server/kernel/db.ts'
import type { Deps } from '#server/kernel/deps.ts'
import { type Running, startWorker } from '#server/kernel/rounds.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { certificateProblem, certificateProblems } from '#shared/overview/certificate.rules.ts'
import { tellInstallation } from '../alerts/tell-installation.ts'

/** The look itself is an hour old at most. */
const everyMs = 10 * minuteMs

/**
 * Looks at the certificate of the server's public address and mails the people of the installation: once when it ends within 14 days, once
 * when it has, once when browsers refuse it for another reason, and once when it is good again. What the server can't see changes nothing.
 */
export async function tellOfCertificate(deps: Deps, to: readonly string[]): Promise<void> {
  const standing = await deps.certificate?.()
  if (standing === undefined) return
  const problem = certificateProblem(standing.state)
  if (problem === undefined) return
  const value = [standing.host, standing.until].filter(Boolean).join(' · ')
  const topic = { causes: certificateProblems, cause: problem ?? undefined, factKey: 'certificate', value }
  await deps.db.tenant(installationId, (tx) => tellInstallation(tx, deps, to, topic))
}

/** Goes on doing so. Nobody is looked for where the settings name nobody, or no mail leaves. */
export function startCertificateAlerts(deps: Deps, to: readonly string[]): Running {
  const isWanted = deps.certificate !== undefined && deps.mailer !== undefined && to.length > 0
  return startWorker({
    everyMs,
    round: async () => (isWanted ? tellOfCertificate(deps, to) : undefined),
    onFailure: (error) => deps.log.error({ error }, 'the certificate could not be told of'),
  })
}
