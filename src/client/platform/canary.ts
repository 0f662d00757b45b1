import type { Canary } from '#local/device/canary.ts'
import { FormerLife } from '#shared/contract/device.ts'

/**
 * The only thing besides session, locale, theme and school that browser storage holds: which outbox should be here.
 * A storage that refuses is no reason to stop a sale.
 */
export function storageCanary(schoolCode: string): Canary {
  const key = `device-canary:${schoolCode}`
  return {
    read: () => {
      try {
        return FormerLife.optional()
          .catch(undefined)
          .parse(JSON.parse(localStorage.getItem(key) ?? 'null') ?? undefined)
      } catch {
        return undefined
      }
    },
    write: (life) => {
      try {
        localStorage.setItem(key, JSON.stringify(life))
      } catch {
        // Refused or full: the server's own memory of the tail still tells of a loss.
      }
    },
    clear: () => localStorage.removeItem(key),
  }
}
