import type { Canary } from '#local/device/canary.ts'
import type { FormerLife } from '#shared/sync/device.contract.ts'

export interface MemoryCanary extends Canary {
  life: FormerLife | undefined
}

export const memoryCanary = (): MemoryCanary => ({
  life: undefined,
  read() {
    return this.life
  },
  write(life) {
    this.life = life
  },
  clear() {
    this.life = undefined
  },
})
