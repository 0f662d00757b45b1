import { type ClientRequest, type IncomingMessage, request as overPlain } from 'node:http'
import { request as overTls, type RequestOptions } from 'node:https'
import type { GatewayCall, GatewayCaller, GatewayReply } from '#server/kernel/outside/payment-gateways.ts'
import { isPublicAddress, lookupOf, PrivateAddress } from '../outside-reader.ts'

/** How long an answer is waited for, and how large it may be. */
const patienceMs = 15_000
const maxBytes = 512 * 1024

interface CallerNeeds {
  /** Origin of the simulated gateway on this machine; the only one reached without TLS. */
  simulatedUrl: string | undefined
  patienceMs: number
  request: (url: URL, options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest
}

/**
 * Returns a caller of payment gateways: to the hosts that the call names and to public addresses alone, over TLS, without following
 * redirects, within a time and a size.
 */
export function gatewayCaller(given: Partial<CallerNeeds> = {}): GatewayCaller {
  const needs: CallerNeeds = { simulatedUrl: undefined, patienceMs, request: overTls, ...given }
  return (call) =>
    new Promise((resolve) => {
      const url = URL.canParse(call.url) ? new URL(call.url) : undefined
      const isSimulated = url !== undefined && url.origin === needs.simulatedUrl
      if (!url || !call.hosts.includes(url.host) || (url.protocol !== 'https:' && !isSimulated))
        return resolve({ failed: 'host' })
      const hostname = url.hostname.replaceAll(/[[\]]/g, '')
      // A literal address is connected to without being resolved.
      if (!isSimulated && /^[\d.]+$|:/.test(hostname) && !isPublicAddress(hostname))
        return resolve({ failed: 'private' })
      const signal = AbortSignal.timeout(needs.patienceMs)
      const onError = (error: Error) => resolve({ failed: reasonOf(error, signal) })
      const options = optionsOf(call, signal, isSimulated)
      const send = isSimulated ? overPlain : needs.request
      const request = send(url, options, (answer) => void take(answer).then(resolve, onError))
      request.on('error', onError)
      request.end(call.body)
    })
}

const optionsOf = (
  { method, headers, body }: GatewayCall,
  signal: AbortSignal,
  isSimulated: boolean,
): RequestOptions => ({
  method,
  headers: body === undefined ? { ...headers } : { ...headers, 'content-length': Buffer.byteLength(body) },
  ...(isSimulated ? {} : { lookup: lookupOf(isPublicAddress) }),
  signal,
  agent: false,
})

function reasonOf(error: Error, signal: AbortSignal): 'private' | 'timeout' | 'unreachable' {
  if (error instanceof PrivateAddress) return 'private'
  return signal.aborted ? 'timeout' : 'unreachable'
}

async function take(answer: IncomingMessage): Promise<GatewayReply> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) {
      answer.destroy()
      return { failed: 'too-large' }
    }
    parts.push(part)
  }
  try {
    return { status: answer.statusCode ?? 0, body: JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown }
  } catch {
    return { failed: 'unreadable' }
  }
}
