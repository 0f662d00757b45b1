import { solveChallenge as solveByTrying } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { call, type Http } from '#local/kernel/http.ts'
import { askChallenge, type Challenge, type SolvedChallenge } from '#shared/identity/bot-protection.contract.ts'

export interface SolveOptions {
  signal?: AbortSignal
  /** Progress from 0 to 1; it rarely reaches 1, as the answer may lie anywhere. */
  onProgress?: (share: number) => void
}

const tellEvery = 20

/**
 * Solves a challenge; the answer is sent as `proof`. The browser computes each try beside this thread, so that a page stays
 * responsive; works in a worker too.
 * @throws the signal's abort reason
 */
export async function solveChallenge(challenge: Challenge, { signal, onProgress }: SolveOptions = {}): Promise<string> {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal?.addEventListener('abort', abort, { once: true })
  let tries = 0
  try {
    const solution = await solveByTrying({
      challenge,
      controller,
      timeout: 0,
      deriveKey: (parameters, salt, password) => {
        tries += 1
        if (tries % tellEvery === 0) onProgress?.(Math.min(1, tries / challenge.parameters.data.below))
        return deriveKey(parameters, salt, password)
      },
    })
    signal?.throwIfAborted()
    if (!solution) throw new Error('a challenge without an answer')
    const { counter, derivedKey } = solution
    return JSON.stringify({ challenge, solution: { counter, derivedKey } } satisfies SolvedChallenge)
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/** Requests a challenge and solves it. Needs the network; forms filled in offline pay when they are sent. */
export async function obtainProof(http: Http, options: SolveOptions = {}): Promise<string> {
  const { challenge } = await call(http, askChallenge, {})
  return solveChallenge(challenge, options)
}
