import { loadWords } from '#client/i18n/i18n.ts'
import { currentSession } from '#client/platform/session.ts'
import { beforeSignOut } from '#client/shell/sign-out.ts'
import { syncChipAtom } from '#client/shell/sync-slot.tsx'
import { store } from '#client/platform/store.ts'

async function showChip(): Promise<void> {
  const [{ SyncChip }] = await Promise.all([
    import('#client/features/sync-state/parts/sync-chip.tsx'),
    loadWords('sync', 'errors'),
  ])
  store.set(syncChipAtom, { Chip: SyncChip })
}

async function mayLeave(): Promise<boolean> {
  const [{ mayLeave }] = await Promise.all([import('#client/features/sync-state/sync-state.atoms.ts'), showChip()])
  return mayLeave()
}

/**
 * Puts the chip into its place, for a loader that does not wait for it. The question before a sign-out is in force from
 * the start: whoever is quicker than the chip is asked as well.
 */
export function bringSyncChip(): void {
  if (!currentSession().signedIn) return
  beforeSignOut(mayLeave)
  showChip().catch(() => undefined)
}
