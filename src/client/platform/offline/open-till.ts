import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import type { Till } from '#local/pos/till.types.ts'
import { tillAtom } from './device.ts'

/** Bumped whenever the till says that something changed: what is derived from it is read again. */
const tillVersionAtom = atom(0)

/** The open till, seen afresh after every change of it: a new object each time, so that readers follow. */
export const openTillAtom = atom<{ till: Till } | null>((get) => {
  get(tillVersionAtom)
  const till = get(tillAtom)
  return till ? { till } : null
})

/** The till as it is now; the reader is drawn again after each change. Only below the screen's own guard. */
export function useTill(): Till {
  const open = useAtomValue(openTillAtom)
  if (!open) throw new Error('no till is open')
  return open.till
}

/** Hears what the till says, for as long as the screen is there. */
export function useTillUpdates(): void {
  const till = useAtomValue(tillAtom)
  const bump = useSetAtom(tillVersionAtom)
  useEffect(() => till?.subscribe(() => bump((n) => n + 1)), [till, bump])
}
