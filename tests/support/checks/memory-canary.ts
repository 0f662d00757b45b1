import type { Canary } from '#local/device/canary.ts'
import type { PreviousInstall } from '#shared/sync/device.contract.ts'

export interface MemoryCanary extends Canary {
  life: PreviousInstall | undefined
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
