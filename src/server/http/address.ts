import type { Context } from 'hono'

/** Hono environment set by the Node adapter; absent in the browser and in most tests. */
interface Connection {
  incoming?: { socket?: { remoteAddress?: string } }
}

/**
 * Returns the caller's address. A proxy's header counts only when the settings trust one, and then only its last entry, which
 * that proxy wrote itself: everything before it comes from the caller.
 */
export function clientAddress(c: Context, trustProxy: boolean): string {
  const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() : undefined
  const connection: Connection = c.env ?? {}
  const address = forwarded || connection.incoming?.socket?.remoteAddress || 'unknown'
  return address.replace(/^::ffff:(?=\d+\.)/i, '').slice(0, 64)
}

/** Returns the unit for rate limits: a whole IPv6 /64 is one subscriber, who can use any address in it. */
export function addressGroup(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = head.split(':').filter(Boolean)
  const after = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0')
  const groups = [...before, ...(address.includes('::') ? zeros : []), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
