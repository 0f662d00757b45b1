import { type ClientRequest, type IncomingMessage, request as overPlain } from 'node:http'
import { request as overTls, type RequestOptions } from 'node:https'
import type { WebhookCall, WebhookReply, WebhookSender } from '#server/kernel/deps.ts'
import { isPublicAddress, lookupOf, PrivateAddress } from '../outside-reader.ts'

/** How long a whole call may take, and how large its answer may be. */
const patienceMs = 10_000
const maxBytes = 64 * 1024

interface SenderNeeds {
  isLocalAllowed: boolean
  isAllowed: (address: string) => boolean
  request: (url: URL, options: RequestOptions, onAnswer: (answer: IncomingMessage) => void) => ClientRequest
  patienceMs: number
}

/**
 * Returns what calls other programs: over TLS to public addresses alone, to the address that was checked, without following a redirect,
 * within a time and a size. In development, where `isLocalAllowed`, this machine is reached as well, also without TLS.
 */
export function webhookSender(given: Partial<SenderNeeds> = {}): WebhookSender {
  const needs: SenderNeeds = {
    isLocalAllowed: false,
    isAllowed: given.isLocalAllowed ? () => true : isPublicAddress,
    request: overTls,
    patienceMs,
    ...given,
  }
  return { isLocalAllowed: needs.isLocalAllowed, send: (call) => send(needs, call) }
}

const send = (needs: SenderNeeds, { url: address, headers, body }: WebhookCall): Promise<WebhookReply> =>
  new Promise((resolve) => {
    const url = URL.canParse(address) ? new URL(address) : undefined
    const isPlain = url?.protocol === 'http:' && needs.isLocalAllowed
    if (!url || (url.protocol !== 'https:' && !isPlain)) return resolve({ failed: 'unreachable' })
    const host = url.hostname.replaceAll(/[[\]]/g, '')
    // A literal address is connected to without being resolved.
    if (/^[\d.]+$|:/.test(host) && !needs.isAllowed(host)) return resolve({ failed: 'private' })
    const signal = AbortSignal.timeout(needs.patienceMs)
    const onError = (error: Error) => resolve({ failed: reasonOf(error, signal) })
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup: lookupOf(needs.isAllowed),
      signal,
      agent: false,
    }
    const request = (isPlain ? overPlain : needs.request)(
      url,
      options,
      (answer) => void take(answer).then(resolve, onError),
    )
    request.on('error', onError)
    request.end(body)
  })

function reasonOf(error: Error, signal: AbortSignal): 'private' | 'timeout' | 'unreachable' {
  if (error instanceof PrivateAddress) return 'private'
  return signal.aborted ? 'timeout' : 'unreachable'
}

/** Reads the answer to its end, since a program may close before, and keeps nothing of it. */
async function take(answer: IncomingMessage): Promise<WebhookReply> {
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) {
    answer.destroy()
    return { failed: 'redirect' }
  }
  let size = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length
    if (size > maxBytes) {
      answer.destroy()
      return { failed: 'too-large' }
    }
  }
  return { status }
}
