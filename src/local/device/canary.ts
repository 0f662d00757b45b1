import type { FormerLife } from '#shared/sync/device.contract.ts'

/**
 * A few bytes outside IndexedDB that say which outbox should exist. Browsers evict IndexedDB and leave local storage (or the
 * reverse), so a canary without its outbox proves a loss and its size.
 */
export interface Canary {
  read(): FormerLife | undefined
  write(life: FormerLife): void
  clear(): void
}
