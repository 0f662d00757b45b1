import { useRef, useState } from 'react'
import { tillAtom } from '#client/platform/offline/device.ts'
import { type NotSaved, whyNotSaved } from '#client/platform/offline/not-saved.ts'
import { store } from '#client/platform/store.ts'
import type { Till } from '#local/pos/till.types.ts'

export type Write = { state: 'idle' } | { state: 'saving' } | { state: 'failed'; why: NotSaved }

/** Runs one write at a time and says how it goes; a second tap while one is under way does nothing. The last one resets. */
export function useWrite(): [Write, (work: (till: Till) => Promise<unknown>) => Promise<boolean>, () => void] {
  const [write, setWrite] = useState<Write>({ state: 'idle' })
  const isRunning = useRef(false)
  const run = async (work: (till: Till) => Promise<unknown>) => {
    const till = store.get(tillAtom)
    if (!till || isRunning.current) return false
    isRunning.current = true
    setWrite({ state: 'saving' })
    try {
      await work(till)
      setWrite({ state: 'idle' })
      return true
    } catch (error) {
      setWrite({ state: 'failed', why: whyNotSaved(error) })
      return false
    } finally {
      isRunning.current = false
    }
  }
  return [write, run, () => setWrite({ state: 'idle' })]
}
