import { call, type Http } from '#local/kernel/http.ts'
import { isRestored, keepWithoutCopiesMs, knownServer } from '#local/outbox/known-server.ts'
import type { KnownServer, Pulled } from '#local/outbox/outbox.types.ts'
import type { OutboxStore } from '#local/outbox/outbox-store.ts'
import { type Clock, fromInstant, hourMs } from '#shared/kernel/time.ts'
import { readServerState } from '#shared/sync/server-state.contract.ts'

/** So often at most a page asks of itself: a family's page that stands open asks for nothing. */
const askEveryMs = 12 * hourMs

/** The server has all that it has acknowledged. */
const asIsThere = Number.MAX_SAFE_INTEGER

interface Asking {
  http: Http
  store: OutboxStore
  clock: Clock
  stream: string
}

/**
 * Returns a pull for a browser that only submits: it asks which history of the server answers, once when the page opens and then rarely. The
 * server names no numbers to a visitor: after a restore all that is kept is sent again, and what it still has it answers as done.
 */
export function openVisitorPull({ http, store, clock, stream }: Asking): () => Promise<Pulled | undefined> {
  let askedAtMs = Number.NEGATIVE_INFINITY
  const ask = async (): Promise<{ server: KnownServer; serverMs: number }> => {
    const { server, serverTime } = await call(http, readServerState, {})
    const { generation, backedUpThrough } = server
    const serverMs = fromInstant(serverTime)
    // A family's device keeps nothing for longer than that, whether copies are made or not.
    const backedUpThroughMs =
      backedUpThrough === null ? null : Math.max(fromInstant(backedUpThrough), serverMs - keepWithoutCopiesMs)
    return { server: { generation, backedUpThroughMs }, serverMs }
  }
  return async () => {
    const nowMs = clock.monotonicMs()
    if (nowMs - askedAtMs < askEveryMs)
      return { received: { [stream]: asIsThere }, serverMs: clock.nowMs(), server: await knownServer(store) }
    const answer = await ask().catch(() => undefined)
    if (!answer) return undefined
    askedAtMs = nowMs
    const isOther = await isRestored(store, answer.server.generation)
    return { received: { [stream]: isOther ? 0 : asIsThere }, ...answer }
  }
}
