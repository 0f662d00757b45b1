import i18next from 'i18next'
import { loadWords } from '#client/i18n/i18n.ts'
import { wasPaired } from '#client/platform/offline/canary.ts'
import { onIdle } from '#client/platform/page/first-use.ts'
import { tenantAtom } from '#client/platform/session/school.atoms.ts'
import { currentSession } from '#client/platform/session/session.ts'
import { store } from '#client/platform/store.ts'
import { beforeSignOut } from '#client/shell/sign-out.ts'
import { syncChipAtom } from '#client/shell/sync-slot.tsx'

const importAtoms = () => import('#client/features/sync/sync-state/sync-state.atoms.ts')

async function showChip(): Promise<void> {
  const [{ SyncChip }] = await Promise.all([
    import('#client/features/sync/sync-state/components/sync-chip.tsx'),
    loadWords('sync', 'errors'),
  ])
  store.set(syncChipAtom, { Chip: SyncChip })
}

async function mayLeave(): Promise<boolean> {
  try {
    const [{ mayLeave }] = await Promise.all([importAtoms(), showChip()])
    return await mayLeave()
  } catch {
    // Neither chip nor list can be had now: the browser's own question is better than none, and than a dead button.
    if (!wasPaired(store.get(tenantAtom).code)) return true
    // oxlint-disable-next-line no-alert -- our own dialog is just what could not be loaded
    return confirm(i18next.t('common:signOutUnseen'))
  }
}

/**
 * Puts the chip into its place after the page, for it brings the outbox along. The question before a sign-out is in force at once.
 */
export function loadSyncChip(): void {
  if (!currentSession().signedIn) return
  beforeSignOut(mayLeave)
  void onIdle().then(() => showChip().catch(() => undefined))
}
