// chunk: sender
import type { Sleep } from '#local/kernel/ports.ts'

/** Together less than the three seconds after which a till says that it is cut off. */
export const probeEveryMs = 1000
export const probeTimeoutMs = 1900

export interface ReachabilityParts {
  /** Asks the server itself whether it is there. */
  probe(timeoutMs: number): Promise<boolean>
  /** Nothing is asked for a page that nobody sees. */
  isWatched(): boolean
  sleep: Sleep
  /** Called with the first answer and with each change. */
  onChange(isReachable: boolean, before: boolean | undefined): void
}

/**
 * Follows whether the server can be reached. The browser's own word is not enough: it hears nothing of a server that is down or of
 * a portal that answers in its place.
 */
export async function watchReachability(parts: ReachabilityParts, signal: AbortSignal): Promise<void> {
  let known: boolean | undefined
  while (!signal.aborted) {
    if (parts.isWatched()) {
      const isReachable = await parts.probe(probeTimeoutMs)
      if (isReachable !== known) parts.onChange(isReachable, known)
      known = isReachable
    }
    await parts.sleep(probeEveryMs, signal)
  }
}
