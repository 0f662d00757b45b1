import { createFileRoute } from '@tanstack/react-router'
import { loadWords } from '#client/i18n/i18n.ts'
import { requireSession } from '#client/platform/guards.ts'
import { store } from '#client/platform/store.ts'
import { AppLayout } from '#client/shell/app-layout.tsx'
import { beforeSignOut } from '#client/shell/sign-out.ts'
import { syncChipAtom } from '#client/shell/sync-slot.tsx'

// Not waited for: the chip may come after the screen.
const showChip = async () => {
  const [{ SyncChip }] = await Promise.all([
    import('#client/features/sync-state/parts/sync-chip.tsx'),
    loadWords('sync', 'errors'),
  ])
  store.set(syncChipAtom, { Chip: SyncChip })
}

// In force from the start: whoever is quicker than the chip is asked as well.
const mayLeave = async () => {
  const [{ mayLeave }] = await Promise.all([import('#client/features/sync-state/sync-state.atoms.ts'), showChip()])
  return mayLeave()
}

export const Route = createFileRoute('/_authenticated')({
  beforeLoad: requireSession,
  loader: () => {
    beforeSignOut(mayLeave)
    showChip().catch(() => undefined)
  },
  component: AppLayout,
})
