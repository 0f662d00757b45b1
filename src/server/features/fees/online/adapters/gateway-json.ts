import type { GatewayCaller, GatewayReply } from '#server/kernel/outside/payment-gateways.ts'
import { fromBase64 } from '#shared/kernel/bytes.ts'
import { type Currency, currencyExponents, type Minor, parseDecimalText } from '#shared/kernel/money.ts'
import type { GatewayFailure, GatewayRefund } from './gateway.types.ts'

/** Returns a member of an answer by its path; undefined where there is none. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? Reflect.get(inner, key) : undefined),
    value,
  )

/** Returns a text or a number of an answer as text; empty where there is none. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : ''
}

/** Reads an amount of an answer exactly: a number's shortest decimal form is what was written. */
export function amountAt(currency: string, value: unknown, ...path: readonly (string | number)[]): Minor | null {
  if (!isCurrency(currency)) return null
  const text = textAt(value, ...path).replaceAll(',', '')
  return parseDecimalText(text, currency) ?? parseDecimalText(text.replace(/(\.\d*?)0+$/, '$1'), currency) ?? null
}

const isCurrency = (text: string): text is Currency => Object.hasOwn(currencyExponents, text)

/** Statuses by which a gateway has not decided: it is asked again later. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** Where gateways say why they refuse. */
const reasons = [
  ['errors', 0, 'description'],
  ['ValidationErrors', 0, 'Error'],
  ['Message'],
  ['message'],
  ['error'],
] as const

/** Returns a gateway's words for a refusal, 200 characters at most. */
const reasonAt = (body: unknown): string =>
  reasons
    .map((path) => textAt(body, ...path))
    .find((text) => text !== '')
    ?.slice(0, 200) ?? ''

/** Calls a gateway with JSON. A status above 299 is a refusal, 401 or 403 one of the key. */
export async function callJson(
  call: GatewayCaller,
  { url, token, body, hosts }: { url: string; token: string; body?: object | undefined; hosts: readonly string[] },
): Promise<{ body: unknown } | GatewayFailure> {
  const reply: GatewayReply = await call({
    method: body ? 'POST' : 'GET',
    url,
    headers: { authorization: `Bearer ${token}`, accept: 'application/json', 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    hosts,
  })
  if ('failed' in reply) return { failed: reply.failed === 'unreadable' ? 'unreadable' : 'unreachable' }
  if (reply.status >= 200 && reply.status < 300) return { body: reply.body }
  if (reply.status === 401 || reply.status === 403) return { failed: 'denied' }
  const why = reasonAt(reply.body)
  return isPassing(reply.status) ? { failed: 'unreachable' } : { failed: 'refused', ...(why === '' ? {} : { why }) }
}

/** Verifies an HMAC-SHA-256 without telling by its time where it differs. @param form of the signature as sent */
export async function isSigned(
  text: string | Uint8Array<ArrayBuffer>,
  signature: string | undefined,
  secret: string,
  form: 'hex' | 'base64',
): Promise<boolean> {
  if (!signature || secret === '') return false
  const bytes = signatureBytes(signature, form)
  if (!bytes) return false
  const utf8 = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', utf8.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'verify',
  ])
  return await crypto.subtle.verify('HMAC', key, bytes, typeof text === 'string' ? utf8.encode(text) : text)
}

function signatureBytes(signature: string, form: 'hex' | 'base64'): Uint8Array<ArrayBuffer> | undefined {
  if (form === 'hex') {
    if (!/^(?:[\da-f]{2}){1,64}$/i.test(signature)) return undefined
    return Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  }
  if (!/^[A-Za-z\d+/]{1,200}={0,2}$/.test(signature)) return undefined
  try {
    return fromBase64(signature)
  } catch {
    return undefined
  }
}

/** Parses an event; undefined when it is no JSON. */
export function eventJson(raw: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(raw)) as unknown
  } catch {
    return undefined
  }
}

/** Reads a list of refunds; one that can't be read makes the whole answer unreadable, since it may be the one looked for. */
export function refundsOf(
  list: unknown,
  read: (refund: unknown) => GatewayRefund | undefined,
): { readonly refunds: readonly GatewayRefund[] } | GatewayFailure {
  if (!Array.isArray(list)) return { failed: 'unreadable' }
  const refunds = list.map((refund: unknown) => read(refund))
  return refunds.includes(undefined) ? { failed: 'unreadable' } : { refunds: refunds.flatMap((refund) => refund ?? []) }
}
