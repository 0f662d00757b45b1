// chunk: other-ways
/** A sign-in at the school's provider that this tab has begun. */
export interface KeptTurn {
  state: string
  /** `own`: about the account that is signed in here. */
  purpose: 'sign-in' | 'own'
  /** Where the person goes afterwards. */
  href?: string | undefined
}

const key = 'provider turn'

/** Leaves for the provider, and keeps what this tab waits for: an answer that it has not asked for counts for nothing. */
export function leaveForProvider(
  { address, state }: { address: string; state: string },
  turn: Omit<KeptTurn, 'state'>,
): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...turn, state }))
  } catch {
    // A browser that keeps nothing says so when it comes back.
  }
  location.assign(address)
}

/** Returns what this tab waits for where `state` is of it, once; undefined for the answer to something else. */
export function takeTurn(state: string | null): KeptTurn | undefined {
  try {
    const turn = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptTurn | null
    if (turn === null || turn.state !== state) return undefined
    sessionStorage.removeItem(key)
    return turn
  } catch {
    return undefined
  }
}
