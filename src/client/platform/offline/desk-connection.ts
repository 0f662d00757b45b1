// chunk: desk-frame
import { atom } from 'jotai'
import { watchReachability } from '#local/device/reachability.ts'
import type { Sleep } from '#local/kernel/ports.ts'
import { http } from '../http.ts'
import { store } from '../store.ts'
import { recalledAtom } from './last-data.ts'

/** Whether the server answered this desk just now; a desk that has not asked yet says nothing else. */
export const isDeskReachableAtom = atom(true)

/** A desk sells nothing: it asks less often than a till, and at once where something tells that the answer has changed. */
const lookEveryMs = 10_000

/** An answer that came while the server was there is no news: a list that somebody scrolls through brings many. */
const hasChanged = () => !store.get(isDeskReachableAtom) || Object.keys(store.get(recalledAtom)).length > 0

const untilTold: Sleep = (ms, signal) =>
  new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      removeEventListener('online', wake)
      removeEventListener('offline', wake)
      document.removeEventListener('visibilitychange', wake)
      stopHearing()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, ms)
    addEventListener('online', wake)
    addEventListener('offline', wake)
    document.addEventListener('visibilitychange', wake)
    const stopHearing = store.sub(recalledAtom, () => hasChanged() && wake())
    signal.addEventListener('abort', wake)
  })

/** Follows whether the server answers this desk, until the returned function is called. */
export function watchDeskConnection(): () => void {
  const stop = new AbortController()
  const parts = {
    probe: http.probe,
    quietMs: () => Number.POSITIVE_INFINITY,
    isWatched: () => document.visibilityState === 'visible',
    everyMs: lookEveryMs,
    sleep: untilTold,
    onChange: (isReachable: boolean) => store.set(isDeskReachableAtom, isReachable),
  }
  void watchReachability(parts, stop.signal)
  return () => stop.abort()
}
