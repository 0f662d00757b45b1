import type { DeviceIdentity } from '#local/device/identity.ts'
import { type Device, openDevice } from '#local/device/open-device.ts'
import { pair } from '#local/device/pairing.ts'
import { startSending } from '#local/device/sending.ts'
import type { Http } from '#local/kernel/http.ts'
import { drainOnce } from '#local/outbox/drain-once.ts'
import type { Sender } from '#local/outbox/sender.types.ts'
import { openTill } from '#local/pos/open-till.ts'
import type { Till } from '#local/pos/till.types.ts'
import type { MessageId } from '#shared/kernel/errors.ts'
import { type MemoryCanary, memoryCanary } from '#tests/support/checks/memory-canary.ts'
import { httpOver, type Wire } from '#tests/support/devices/device-kit.ts'
import type { TestDeviceWorld, TestTab } from '#tests/support/devices/test-surroundings.ts'

/** One running page of the device. */
export interface BoxTab {
  tab: TestTab
  device: Device
  /** Open as soon as a whole snapshot is there. */
  till: Till | undefined
  sender: Sender
  trouble: MessageId | null
}

/** A whole tablet: what its browser keeps (databases, canary) and the pages that run on it. */
export interface TillBox {
  world: TestDeviceWorld
  canary: MemoryCanary
  identity: DeviceIdentity
  tabs: BoxTab[]
  openTab(): Promise<BoxTab>
  /** The page is gone with all its memory; what IndexedDB has is there for the next. */
  crash(tab: BoxTab): void
  /** The service worker is woken up to send. */
  wakeWorker(): Promise<'done' | 'led-elsewhere' | 'blocked'>
  /** Every page and worker is gone. */
  close(): void
}

export interface TillBoxParts {
  schoolCode: string
  world: TestDeviceWorld
  wire: Wire
  /** Asked for again with the same code as long as the answer gets lost; a tablet that was paired before needs none. */
  pairingCode?: string
}

/** Unpacks a tablet: pairs it with the code, over whatever the wire is like. One that was paired before is who it was. */
export async function openTillBox({ schoolCode, world, wire, pairingCode = '' }: TillBoxParts): Promise<TillBox> {
  const canary = memoryCanary()
  const open = async () => {
    const tab = world.openTab()
    // A frozen page neither sends nor hears; a dead one never does again.
    const wireOfTab: Wire = async (request) => {
      await tab.alive()
      const answer = await wire(request)
      await tab.alive()
      return answer
    }
    const device = await openDevice({
      schoolCode,
      surroundings: tab.surroundings,
      canary,
      appVersion: 'test',
      maySteal: () => true,
    })
    return { tab, device, http: httpOver(wireOfTab, schoolCode) }
  }
  const first = await open()
  const identity = first.device.identity ?? (await pairAtLast(first.device, first.http, pairingCode))
  first.tab.crash()
  first.device.close()
  const box: TillBox = {
    world,
    canary,
    identity,
    tabs: [],
    openTab: async () => {
      const opened = await openPage(await open(), identity)
      box.tabs.push(opened)
      return opened
    },
    crash: (tab) => {
      box.tabs.splice(box.tabs.indexOf(tab), 1)
      tab.tab.crash()
      tab.device.close()
    },
    wakeWorker: async () => {
      const worker = await open()
      try {
        return await drainOnce(worker.device, worker.http)
      } finally {
        worker.tab.crash()
        worker.device.close()
      }
    },
    close: () => {
      for (let tab = box.tabs[0]; tab; tab = box.tabs[0]) box.crash(tab)
    },
  }
  return box
}

async function pairAtLast(device: Device, http: Http, code: string): Promise<DeviceIdentity> {
  const { clock, random } = device.options.surroundings
  for (let tries = 0; ; tries += 1) {
    try {
      return (await pair({ http, store: device.store, clock, random, formerLife: undefined }, code)).identity
    } catch (error) {
      if (tries > 10) throw error
    }
  }
}

async function openPage(
  { tab, device, http }: { tab: TestTab; device: Device; http: Http },
  identity: DeviceIdentity,
): Promise<BoxTab> {
  const { canary, surroundings } = device.options
  const openIt = () =>
    openTill({
      appender: device.appender,
      snapshot: device.snapshot,
      identity,
      surroundings,
      canary,
      inContact: device.contact.inContact,
    })
  const page: BoxTab = {
    tab,
    device,
    till: await openIt(),
    trouble: null,
    sender: startSending(device, identity, http, {
      openShiftSeq: () => page.till?.openShiftSeq() ?? null,
      onTrouble: (trouble) => {
        page.trouble = trouble
      },
    }),
  }
  surroundings.channel.listen((message) => {
    if (message.type !== 'snapshot' || page.till) return
    const open = async () => {
      page.till ??= await openIt()
    }
    void open()
  })
  return page
}
