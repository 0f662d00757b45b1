import type { CertificateStanding } from './server-status.contract.ts'

/** What about the certificate needs somebody. */
export const certificateProblems = ['certificate-ends', 'certificate-expired', 'certificate-wrong'] as const
export type CertificateProblem = (typeof certificateProblems)[number]

const byState: Record<CertificateStanding['state'], CertificateProblem | null | undefined> = {
  good: null,
  'ends-soon': 'certificate-ends',
  expired: 'certificate-expired',
  'not-yet': 'certificate-wrong',
  'other-name': 'certificate-wrong',
  'unknown-issuer': 'certificate-wrong',
  'two-spaces': 'certificate-wrong',
  // A server that can't reach itself from inside says nothing about what browsers find.
  unreachable: undefined,
  'no-address': undefined,
  unchecked: undefined,
}

/** Returns why a browser refuses the certificate, or will soon; null where it doesn't, undefined where that is not known. */
export const certificateProblem = (state: CertificateStanding['state']): CertificateProblem | null | undefined =>
  byState[state]
