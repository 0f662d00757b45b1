import type { FormerLife } from '#shared/sync/device.contract.ts'

/**
 * A few bytes outside of IndexedDB that say which outbox should be here. Browsers evict IndexedDB and leave local storage
 * (or the other way round), so when the canary lives and the outbox is gone, something was lost, and we know how much.
 */
export interface Canary {
  read(): FormerLife | undefined
  write(life: FormerLife): void
  clear(): void
}
