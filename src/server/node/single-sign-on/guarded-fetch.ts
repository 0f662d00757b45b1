import { type IncomingMessage, request as overPlain } from 'node:http'
import { request as overTls, type RequestOptions } from 'node:https'
import { BlockList, isIPv6 } from 'node:net'
import { isPublicAddress, lookupOf, PrivateAddress } from '../outside-reader.ts'

/** How long an answer is waited for, and how large it may be. */
const patienceMs = 10_000
const maxBytes = 512 * 1024

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')
const isLoopback = (address: string): boolean => loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')

const hostOf = (url: URL): string => url.hostname.replaceAll(/[[\]]/g, '')
const isLiteral = (host: string): boolean => /^[\d.]+$|:/.test(host)

/** What is sent: the part of `RequestInit` that a client of OpenID Connect uses. */
interface GuardedInit {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: string | undefined
}

/** Whether an address may be asked at all; names are looked up only with the request. */
export function isAllowedUrl(text: string, isLoopbackAllowed: boolean): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const host = hostOf(url)
  if (url.username !== '' || url.password !== '') return false
  if (isLoopbackAllowed && (host === 'localhost' || (isLiteral(host) && isLoopback(host)))) return true
  return url.protocol === 'https:' && (!isLiteral(host) || isPublicAddress(host))
}

/**
 * Asks an address of the public internet: over TLS, without following redirects, within a time and a size, connecting to what was
 * checked. With `isLoopbackAllowed` also this machine, without TLS. @throws PrivateAddress, and what the network throws
 */
export function guardedFetch(
  address: string,
  { method = 'GET', headers = {}, body }: GuardedInit,
  isLoopbackAllowed: boolean,
): Promise<Response> {
  if (!isAllowedUrl(address, isLoopbackAllowed)) return Promise.reject(new PrivateAddress())
  const url = new URL(address)
  const isPlain = url.protocol === 'http:'
  const isAllowed = (each: string) => (isLoopbackAllowed && isLoopback(each)) || (!isPlain && isPublicAddress(each))
  const options: RequestOptions = {
    method,
    headers: body === undefined ? headers : { ...headers, 'content-length': Buffer.byteLength(body) },
    lookup: lookupOf(isAllowed),
    signal: AbortSignal.timeout(patienceMs),
    agent: false,
  }
  return new Promise((resolve, reject) => {
    const request = (isPlain ? overPlain : overTls)(url, options, (answer) => void read(answer).then(resolve, reject))
    request.on('error', reject)
    request.end(body)
  })
}

async function read(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) {
      answer.destroy()
      throw new RangeError('the answer is too large')
    }
    parts.push(part)
  }
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) if (typeof value === 'string') headers.set(name, value)
  const status = answer.statusCode ?? 502
  return new Response([204, 205, 304].includes(status) ? null : Buffer.concat(parts), { status, headers })
}
