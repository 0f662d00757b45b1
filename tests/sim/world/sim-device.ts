import { drainWhenFree } from '#local/outbox/drain-once.ts'
import { DeviceId } from '#shared/kernel/fields.ts'
import { uuidv7 } from '#shared/kernel/ids.ts'
import { maxBatchOps } from '#shared/sync/sync.contract.ts'
import type { DeviceParts, Disk } from '#tests/sim/device-parts.ts'
import { MemoryOutbox } from '#tests/sim/memory-outbox.ts'
import type { DiskFault } from './sim-disk.ts'
import { openSimLocks, type SimLocks } from './sim-locks.ts'
import type { SimNetwork } from './sim-network.ts'
import type { PreviousInstall, SimServer } from './sim-server.ts'
import { openTab, type SimTab, startPage } from './sim-tab.ts'
import type { SimTime } from './sim-time.ts'

/** When a simulated world begins. */
export const simStartMs = Date.parse('2030-03-03T06:00:00.000Z')

/** A tablet with its pages, its workers and what its browser keeps. */
export class SimDevice {
  readonly #time: SimTime
  readonly #network: SimNetwork
  readonly #server: SimServer
  #disk: Disk
  #locks: SimLocks
  #ears: DeviceParts['ears'] = new Set()
  readonly tabs: SimTab[] = []
  /** How far its clock is from the server's. */
  skewMs = 0
  /** The next transactions meet these, one each. */
  diskScript: DiskFault[] = []
  /** No room for writes; `spare` when dropping caches helps. */
  full: 'no' | 'spare' | 'yes' = 'no'
  readonly diskMet = new Map<DiskFault | 'full', number>()
  readonly #onChange: MemoryOutbox['onChange']
  readonly #batchOps: number

  constructor(
    time: SimTime,
    network: SimNetwork,
    server: SimServer,
    onChange: MemoryOutbox['onChange'],
    /** Every second one sends small batches, so that short histories have one that follows another. */
    index: number,
  ) {
    this.#time = time
    this.#batchOps = index % 2 === 0 ? maxBatchOps : 3
    this.#network = network
    this.#server = server
    this.#onChange = onChange
    this.#disk = this.#newDisk()
    this.#locks = openSimLocks(time)
  }

  get disk(): Disk {
    return this.#disk
  }
  get deviceId(): DeviceId {
    return this.#disk.identity.deviceId
  }
  stream = () => `till/${this.deviceId}`
  wallMs = () => simStartMs + this.#time.nowMs() + this.skewMs
  newId = () => uuidv7(this.wallMs(), this.#time.random)

  #newDisk(): Disk {
    const identity = { deviceId: DeviceId.parse(this.newId()), installEpoch: this.newId() }
    const outbox = new MemoryOutbox()
    outbox.onChange = this.#onChange
    return { outbox, identity, page: undefined }
  }

  #parts(): DeviceParts {
    const { stream } = this
    return {
      time: this.#time,
      network: this.#network,
      locks: this.#locks,
      disk: this.#disk,
      ears: this.#ears,
      wallMs: this.wallMs,
      stream,
      batchOps: this.#batchOps,
      trouble: () => ({ next: (kind) => this.#nextFault(kind) }),
      freeSpace: () => {
        if (this.full === 'spare') this.full = 'no'
      },
    }
  }

  #nextFault(kind: 'read' | 'write'): DiskFault | undefined {
    if (kind === 'write' && this.full !== 'no') {
      this.#count('full')
      return 'quota'
    }
    const fault = this.diskScript[0]
    if (fault === undefined || (fault === 'quota' && kind === 'read')) return undefined
    this.diskScript.shift()
    this.#count(fault)
    return fault
  }

  #count(fault: DiskFault | 'full') {
    this.diskMet.set(fault, (this.diskMet.get(fault) ?? 0) + 1)
  }

  /** A page is opened; it is there once it has read the disk, if it lives that long. */
  open(): void {
    const parts = this.#parts()
    void openTab(parts).then(
      (tab) => {
        this.tabs.push(tab)
        tab.life.onDeath(() => this.tabs.splice(this.tabs.indexOf(tab), 1))
        startPage(parts, tab)
        return tab
      },
      // A page that cannot read its disk shows so and is opened again.
      () => undefined,
    )
  }

  /** The browser wakes the service worker: it sends what is due and leaves. */
  wakeWorker(): void {
    const parts = this.#parts()
    void openTab(parts).then(
      (worker) =>
        drainWhenFree({
          ...worker.surroundings,
          store: worker.store,
          transport: worker.transport,
          lockName: 'sync',
          batchOps: parts.batchOps,
          readsAhead: true,
        }).then(
          () => worker.life.die(),
          () => worker.life.die(),
        ),
      () => undefined,
    )
  }

  thaw(): void {
    for (const { life } of this.tabs) if (life.isFrozen()) life.thaw()
  }

  crashAll(): void {
    for (const tab of this.tabs.splice(0)) tab.life.die()
    // Whatever else lived on it (workers, pages that were being opened) is gone too.
    for (const { life } of this.#ears) life.die()
    this.#ears = new Set()
    this.#locks = openSimLocks(this.#time)
  }

  /** Pairs it again, as on its first day; `former` is what it remembers of the life before. */
  async pair(former?: PreviousInstall): Promise<void> {
    await this.#server.pair(this.deviceId, former)
  }

  /**
   * The browser throws everything away; the tablet is paired again. What it remembers outside (the canary) may survive.
   * @returns the life that was lost
   */
  async lose(remembers: boolean): Promise<Disk> {
    this.crashAll()
    const lost = this.#disk
    this.#disk = this.#newDisk()
    const nextSeq = lost.outbox.stream(`till/${lost.identity.deviceId}`)?.nextSeq ?? 1
    await this.pair(remembers ? { ...lost.identity, nextSeq } : undefined)
    return lost
  }
}
