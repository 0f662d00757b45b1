import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { OpId } from '#shared/kernel/fields.ts'
import type { Random } from '#shared/kernel/ids.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'

/*
 * Prints of receipts that this desk has made and the server has not heard of: ids alone, so that a copy printed without a network
 * has its number too.
 */

const keyOf = (paper: string): string => `prints:${paper}`

/** Keeps a print of a paper. @returns all prints of it that are kept, the latest last */
export async function keepPrint(
  { store, random, nowMs }: { store: OutboxStore; random: Random; nowMs: number },
  paper: string,
): Promise<OpId[]> {
  const id = OpId.parse(uuidv7(nowMs, random))
  await store.changeMeta<OpId[]>(keyOf(paper), (kept = []) => [...kept, id])
  return (await store.getMeta<OpId[]>(keyOf(paper))) ?? [id]
}

/** Forgets prints that the server has. */
export const forgetPrints = (store: OutboxStore, paper: string, told: readonly string[]): Promise<void> =>
  store.changeMeta<OpId[]>(keyOf(paper), (kept = []) => kept.filter((id) => !told.includes(id)))
