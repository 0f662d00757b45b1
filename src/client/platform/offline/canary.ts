// chunk: frame
import type { Canary } from '#local/device/canary.ts'
import type { PreviousInstall } from '#shared/sync/device.contract.ts'

/**
 * The only thing besides session, locale, theme and school that browser storage holds: which outbox should be here.
 * A storage that refuses is no reason to stop a sale.
 */
export function storageCanary(schoolCode: string): Canary {
  const key = `device-canary:${schoolCode}`
  return {
    read: () => {
      try {
        const life: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
        return isInstall(life) ? life : undefined
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

/** Whether this browser was a paired till the last time it wrote anything; known without opening the databases. */
export const wasPaired = (schoolCode: string | null): boolean =>
  schoolCode !== null && storageCanary(schoolCode).read() !== undefined

/** By hand: the contract's schema would bring zod into the till's first load. The server checks it again. */
const isInstall = (value: unknown): value is PreviousInstall => {
  const life = value as Partial<PreviousInstall> | null
  const texts = [life?.deviceId, life?.installEpoch]
  return (
    texts.every((t) => typeof t === 'string') &&
    Number.isSafeInteger(life?.nextSeq) &&
    Number.isSafeInteger(life?.receiptHighWater)
  )
}
