// chunk: frame
import { atom, useAtomValue } from 'jotai'
import type { ComponentType } from 'react'

/** The chip that says how unsent work is doing. The feature that knows puts it here; the shell only keeps the place. */
export const syncChipAtom = atom<{ Chip: ComponentType } | null>(null)

export function SyncSlot() {
  const slot = useAtomValue(syncChipAtom)
  return slot && <slot.Chip />
}
