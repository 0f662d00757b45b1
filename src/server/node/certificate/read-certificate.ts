import { lookup } from 'node:dns/promises'
import { BlockList, isIPv4 } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

/** What a browser would find at an https address. */
export type CertificateState =
  | { is: 'good' | 'ends-soon' | 'expired' | 'not-yet'; until: Date; from: Date; issuer: string }
  | { is: 'other-name'; names: string }
  | { is: 'unknown-issuer'; issuer: string; reason: string }
  | { is: 'unreachable'; reason: string }
  | { is: 'no-address' }
  /** One name leads to private and to public addresses, which browsers treat as two places. */
  | { is: 'two-spaces'; addresses: string[] }

/** Fewer days than this are a warning: a proxy that renews by itself has tried for a fortnight by then. */
const warnDays = 14
const dayMs = 24 * 3_600_000
const patienceMs = 10_000

const privateSpace = new BlockList()
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
] as const) {
  privateSpace.addSubnet(net, bits)
}
privateSpace.addSubnet('fc00::', 7, 'ipv6')
privateSpace.addSubnet('fe80::', 10, 'ipv6')

/**
 * Looks at the certificate of an https address as a browser does, with the roots that Node and NODE_EXTRA_CA_CERTS bring.
 * @param ca further roots, as PEM
 */
export async function readCertificate(address: URL, nowMs: number, ca?: string[]): Promise<CertificateState> {
  const host = address.hostname.replaceAll(/^\[|\]$/g, '')
  const found = await lookup(host, { all: true }).catch(() => [])
  if (found.length === 0) return { is: 'no-address' }
  const addresses = found.map((each) => each.address)
  if (isInTwoSpaces(addresses)) return { is: 'two-spaces', addresses }
  const socket = await open(host, Number(address.port || 443), ca)
  if (typeof socket === 'string') return { is: 'unreachable', reason: socket }
  try {
    return judge(socket, host, nowMs)
  } finally {
    socket.destroy()
  }
}

/** Whether a name leads to private and to public addresses: a page from one of them needs permission to call the other. */
export function isInTwoSpaces(addresses: readonly string[]): boolean {
  const isPrivate = addresses.map((each) => privateSpace.check(each, isIPv4(each) ? 'ipv4' : 'ipv6'))
  return isPrivate.includes(true) && isPrivate.includes(false)
}

function open(host: string, port: number, ca: string[] | undefined): Promise<TLSSocket | string> {
  return new Promise((resolve) => {
    // What is wrong is told below; nothing is sent over this connection.
    const options = { host, port, rejectUnauthorized: false, ...(ca && { ca }) }
    const socket = connect({ ...options, ...(/^[\d.:a-f]+$/.test(host) ? {} : { servername: host }) })
    socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')))
    socket.once('secureConnect', () => resolve(socket))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}

const nameErrors = new Set(['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_CERT_ALTNAME_FORMAT'])
/** Times are told from the certificate itself. */
const timeErrors = new Set(['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'])

function judge(socket: TLSSocket, host: string, nowMs: number): CertificateState {
  const { valid_from: from, valid_to: until, issuer, subjectaltname } = socket.getPeerCertificate()
  const by = [issuer?.O, issuer?.CN].flat().filter(Boolean).join(' ')
  // An Error by Node's types, a code in truth.
  const cause: unknown = socket.authorizationError
  const error = cause instanceof Error ? cause.message : typeof cause === 'string' ? cause : undefined
  const times = { from: new Date(from), until: new Date(until), issuer: by }
  if (nowMs > times.until.getTime()) return { is: 'expired', ...times }
  if (nowMs < times.from.getTime()) return { is: 'not-yet', ...times }
  if (error && nameErrors.has(error)) return { is: 'other-name', names: subjectaltname ?? '' }
  if (error && !timeErrors.has(error)) return { is: 'unknown-issuer', issuer: by, reason: error }
  return { is: times.until.getTime() - nowMs < warnDays * dayMs ? 'ends-soon' : 'good', ...times }
}
