import type { PreviousInstall } from '#shared/sync/device.contract.ts'

/**
 * A few bytes outside IndexedDB that say which outbox should exist. Browsers evict IndexedDB and leave local storage (or the
 * reverse), so a canary without its outbox proves a loss and its size.
 */
export interface Canary {
  read(): PreviousInstall | undefined
  write(life: PreviousInstall): void
  clear(): void
}
