import { lookup as resolveName } from 'node:dns'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request as overTls, type RequestOptions } from 'node:https'
import { BlockList, isIPv6, type LookupFunction } from 'node:net'
import type { OutsideReader, OutsideReply } from '#server/kernel/deps.ts'

/** How long an answer is waited for, and how large it may be. */
const patienceMs = 5000
const maxBytes = 512 * 1024

const notPublic = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  notPublic.addSubnet(net, prefix, 'ipv4')

const publicIPv6 = new BlockList()
publicIPv6.addSubnet('2000::', 3, 'ipv6')
/** Documentation, and addresses that carry one of the older kind within. */
const embedding = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  embedding.addSubnet(net, prefix, 'ipv6')

/** Returns whether an address is one of the public internet: not of this machine, a private network, or a reserved range. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? publicIPv6.check(address, 'ipv6') && !embedding.check(address, 'ipv6')
    : !notPublic.check(address, 'ipv4')

export class PrivateAddress extends Error {
  override name = 'PrivateAddress'
}

/** Resolves a name and refuses it when any of its addresses is not public; the connection goes to what was checked. */
export const lookupOf =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (name, options, done) => {
    resolveName(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) return done(new PrivateAddress(), [])
      if (options.all) return done(null, found)
      const [first] = found
      done(null, first?.address ?? '', first?.family)
    })
  }

interface ReaderNeeds {
  request: (url: URL, options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest
  isAllowed: (address: string) => boolean
  patienceMs: number
  maxBytes: number
}

/**
 * Returns a reader of JSON from an address of the public internet: over TLS, without following redirects, within a time and a size.
 * Nothing of the school or the person who asks is sent.
 */
export function outsideReader(given: Partial<ReaderNeeds> = {}): OutsideReader {
  const needs = { request: overTls, isAllowed: isPublicAddress, patienceMs, maxBytes, ...given }
  return (address) =>
    new Promise((resolve) => {
      const url = new URL(address)
      const host = url.hostname.replaceAll(/[[\]]/g, '')
      // A literal address is connected to without being resolved.
      if (/^[\d.]+$|:/.test(host) && !needs.isAllowed(host)) return resolve({ failed: 'private' })
      const signal = AbortSignal.timeout(needs.patienceMs)
      const onError = (error: Error) => resolve({ failed: reasonOf(error, signal) })
      const options = {
        method: 'GET',
        headers: { accept: 'application/json' },
        lookup: lookupOf(needs.isAllowed),
        signal,
        agent: false as const,
      }
      const request = needs.request(url, options, (answer) => void take(answer, needs.maxBytes).then(resolve, onError))
      request.on('error', onError)
      request.end()
    })
}

function reasonOf(error: Error, signal: AbortSignal): 'private' | 'timeout' | 'unreachable' {
  if (error instanceof PrivateAddress) return 'private'
  return signal.aborted ? 'timeout' : 'unreachable'
}

async function take(answer: IncomingMessage, most: number): Promise<OutsideReply> {
  if (answer.statusCode !== 200) {
    answer.destroy()
    return { failed: 'status' }
  }
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) {
      answer.destroy()
      return { failed: 'too-large' }
    }
    parts.push(part)
  }
  try {
    return { body: JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown }
  } catch {
    return { failed: 'unreadable' }
  }
}
