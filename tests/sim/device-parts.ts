import type { ChannelMessage } from '#local/kernel/ports.ts'
import type { DeviceId } from '#shared/kernel/ids.ts'
import type { MemoryOutbox } from './memory-outbox.ts'
import type { SimPage } from './model-server.ts'
import type { DiskTrouble } from './world/sim-disk.ts'
import type { Life } from './world/sim-life.ts'
import type { SimLocks } from './world/sim-locks.ts'
import type { SimNetwork } from './world/sim-network.ts'
import type { SimTime } from './world/sim-time.ts'

/** All that a browser keeps of one life: an eviction takes it whole. */
export interface Disk {
  outbox: MemoryOutbox
  identity: { deviceId: DeviceId; installEpoch: string }
  page: (SimPage & { takenAtMs: number }) | undefined
}

export interface DeviceParts {
  time: SimTime
  network: SimNetwork
  locks: SimLocks
  disk: Disk
  ears: Set<{ life: Life; hear(message: ChannelMessage): void }>
  /** What the clock on the wall of this device says. */
  wallMs(): number
  stream(): string
  /** The most operations of one batch. */
  batchOps: number
  trouble(life: Life): DiskTrouble
  freeSpace(): void
}
