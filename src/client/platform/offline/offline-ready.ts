import { askWorker } from '../page/ask-worker.ts'
import { readPlain } from '../storage.ts'

export type OfflineReadiness =
  | { isReady: true }
  /** `no-worker`: not installed (yet) · `incomplete`: some of the app is not kept · `no-school`: nothing known of it. */
  | { isReady: false; why: 'no-worker' | 'incomplete' | 'no-school' }

const answerWithinMs = 5000

/**
 * The self-test behind "ready for offline": the worker is active and every file that it must keep is really in the cache,
 * asked again each time because browsers evict. Whether the till's own data is there, the till knows.
 */
export async function checkOfflineReady(): Promise<OfflineReadiness> {
  if (!readPlain('school-id')) return { isReady: false, why: 'no-school' }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.active) return { isReady: false, why: 'no-worker' }
  const count = await askWorker<{ wanted: number; kept: number }>(registration.active, 'COUNT_KEPT', answerWithinMs)
  return count && count.kept === count.wanted ? { isReady: true } : { isReady: false, why: 'incomplete' }
}
