import type { CertificateStanding } from '#shared/overview/server-status.contract.ts'
import { type Clock, hourMs, toInstant } from '#shared/kernel/time.ts'
import { type CertificateState, readCertificate } from './read-certificate.ts'

/** A person who opens the status page waits no longer for the first look; the next one finds its result. */
const patienceMs = 2000

interface Watch {
  publicUrl: string | undefined
  clock: Clock
  /** Further roots, as PEM. */
  ca?: string[]
}

/**
 * Returns a reader of the certificate at the server's own public address; undefined without one over https. It connects once an hour at
 * most, when somebody asks, however the look before has ended.
 */
export function certificateWatch({ publicUrl, clock, ca }: Watch): (() => Promise<CertificateStanding>) | undefined {
  if (publicUrl === undefined || !URL.canParse(publicUrl)) return undefined
  const address = new URL(publicUrl)
  if (address.protocol !== 'https:') return undefined
  const { host } = address
  let known: CertificateStanding = { host, state: 'unchecked', until: null, checkedAt: null }
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let looking: Promise<void> | undefined
  const look = async (nowMs: number) => {
    const found = await readCertificate(address, nowMs, ca).catch(
      (): CertificateState => ({ is: 'unreachable', reason: 'failed' }),
    )
    const until = 'until' in found ? toInstant(found.until.getTime()) : null
    known = { host, state: found.is, until, checkedAt: toInstant(nowMs) }
    looking = undefined
  }
  return async () => {
    if (clock.monotonicMs() - lookedAtMs >= hourMs) {
      lookedAtMs = clock.monotonicMs()
      looking ??= look(clock.nowMs())
    }
    if (known.state === 'unchecked' && looking)
      await Promise.race([looking, new Promise((resolve) => setTimeout(resolve, patienceMs).unref())])
    return known
  }
}
