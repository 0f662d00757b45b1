import { readPlain } from '../storage.ts'

export type OfflineReadiness =
  | { isReady: true }
  /** `no-worker`: not installed (yet) · `incomplete`: some of the app is not kept · `no-school`: nothing known of it. */
  | { isReady: false; why: 'no-worker' | 'incomplete' | 'no-school' }

const answerWithinMs = 5000

async function countKept(worker: ServiceWorker): Promise<{ wanted: number; kept: number } | undefined> {
  const { port1, port2 } = new MessageChannel()
  const answer = new Promise<{ wanted: number; kept: number }>((resolve) => {
    port1.addEventListener('message', (event) => resolve(event.data))
    port1.start()
  })
  worker.postMessage({ type: 'COUNT_KEPT' }, [port2])
  const tooLate = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), answerWithinMs))
  return Promise.race([answer, tooLate])
}

/**
 * The self-test behind "ready for offline": the worker is active and every file that it must keep is really in the cache,
 * asked again each time because browsers evict. Whether the till's own data is there, the till knows.
 */
export async function checkOfflineReady(): Promise<OfflineReadiness> {
  if (!readPlain('school-id')) return { isReady: false, why: 'no-school' }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration?.active) return { isReady: false, why: 'no-worker' }
  const count = await countKept(registration.active)
  return count && count.kept === count.wanted ? { isReady: true } : { isReady: false, why: 'incomplete' }
}
