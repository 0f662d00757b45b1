import { createFileRoute } from '@tanstack/react-router'
import { loadWords } from '#client/i18n/i18n.ts'
import { requireSession } from '#client/platform/guards.ts'
import { store } from '#client/platform/store.ts'
import { AppLayout } from '#client/shell/app-layout.tsx'
import { beforeSignOut } from '#client/shell/sign-out.ts'
import { syncChipAtom } from '#client/shell/sync-slot.tsx'

export const Route = createFileRoute('/_authenticated')({
  beforeLoad: requireSession,
  // Not waited for: the chip may come after the screen.
  loader: () => {
    const showChip = async () => {
      const [{ SyncChip }, { mayLeave }] = await Promise.all([
        import('#client/features/sync-state/parts/sync-chip.tsx'),
        import('#client/features/sync-state/sync-state.atoms.ts'),
        loadWords('sync', 'errors'),
      ])
      store.set(syncChipAtom, { Chip: SyncChip })
      beforeSignOut(mayLeave)
    }
    void showChip()
  },
  component: AppLayout,
})
