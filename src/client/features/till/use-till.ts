import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import { tillAtom } from '#client/platform/device.ts'
import { store } from '#client/platform/store.ts'
import type { Till } from '#local/till/till.types.ts'
import { type NotSaved, whyNotSaved } from './sale.actions.ts'
import { openTillAtom, tillVersionAtom } from './till.atoms.ts'

/** The till as it is now; the reader is drawn again after each change. Only below the screen's own guard. */
export function useTill(): Till {
  const open = useAtomValue(openTillAtom)
  if (!open) throw new Error('no till is open')
  return open.till
}

/** Hears what the till says, for as long as the screen is there. */
export function useFollowTill(): void {
  const till = useAtomValue(tillAtom)
  const bump = useSetAtom(tillVersionAtom)
  useEffect(() => till?.subscribe(() => bump((n) => n + 1)), [till, bump])
}

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
