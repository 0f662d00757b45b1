import type { z } from 'zod'
import type { OutsideReader } from '#server/kernel/deps.ts'
import { readListing } from '#shared/school/listing.rules.ts'
import type { readOutsideConnections } from '#shared/school/settings/connections.contract.ts'

/** Asks the listing's address once, and returns what it names or why it could not be read. @param address empty for none */
export async function listConnections(
  read: OutsideReader | undefined,
  address = '',
): Promise<z.input<typeof readOutsideConnections.reply>> {
  if (address === '') return { state: 'unset' }
  const reply: Awaited<ReturnType<OutsideReader>> = read ? await read(address) : { failed: 'unreachable' }
  if ('failed' in reply) return { state: 'failed', why: reply.failed }
  const connections = readListing(reply.body)
  return connections ? { state: 'listed', connections } : { state: 'failed', why: 'unreadable' }
}
