// chunk: sender
import type { Sleep } from '#local/kernel/ports.ts'

/** Together less than the three seconds after which a till says that it is cut off. */
export const probeEveryMs = 1000
export const probeTimeoutMs = 1900

export interface ReachabilityParts {
  /** Asks the server itself whether it is there. */
  probe(timeoutMs: number): Promise<boolean>
  /** Milliseconds since the server answered any other call; infinite after one that it did not answer. */
  quietMs(): number
  /** Nothing is asked for a page that nobody sees. */
  isWatched(): boolean
  /** Milliseconds from one look to the next; a till's unless said. */
  everyMs?: number
  sleep: Sleep
  /** Called with the first answer and with each change. */
  onChange(isReachable: boolean, before: boolean | undefined): void
}

/**
 * Follows whether the server can be reached. The browser's own word is not enough: it hears nothing of a server that is down or of
 * a portal that answers in its place.
 */
export async function watchReachability(parts: ReachabilityParts, signal: AbortSignal): Promise<void> {
  const { everyMs = probeEveryMs } = parts
  let known: boolean | undefined
  while (!signal.aborted) {
    let waitMs = everyMs
    if (parts.isWatched()) {
      const quietMs = parts.quietMs()
      // What was answered a moment ago has told already; the next look comes when that moment is over, and no later.
      const isHeard = quietMs < everyMs
      waitMs = isHeard ? everyMs - quietMs : everyMs
      const isReachable = isHeard || (await parts.probe(probeTimeoutMs))
      if (isReachable !== known) parts.onChange(isReachable, known)
      known = isReachable
    }
    await parts.sleep(waitMs, signal)
  }
}
