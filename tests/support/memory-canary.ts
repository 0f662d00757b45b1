import type { Canary } from '#local/device/canary.ts'
import type { FormerLife } from '#shared/contract/device.ts'

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
