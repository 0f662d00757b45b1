// chunk: links
import { useSyncExternalStore } from 'react'

function listen(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Whether the machine says that it has a network; that somebody answers is only known by asking. */
export const useIsOnline = (): boolean => useSyncExternalStore(listen, () => navigator.onLine)
