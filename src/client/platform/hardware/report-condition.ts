// chunk: hardware
import { conditionReports } from '#local/device/condition-reports.ts'
import { minuteMs } from '#shared/kernel/time.ts'
import { type DeviceCondition, reportCondition } from '#shared/sync/device-condition.contract.ts'
import { printerState } from '#shared/sync/device-condition.rules.ts'
import { identityAtom, startDevice } from '../offline/device.ts'
import { store } from '../store.ts'
import { hardwareAtom, isHardwareChosenAtom, openHardware, printJobsAtom } from './hardware-settings.ts'
import { fallbackAtom, queueOf } from './printing.ts'
import { signedSend } from './signed-send.ts'

const everyMs = minuteMs
/** Among these the last one of this printer is looked for. */
const latestPrints = 20
const mebibyte = 2 ** 20

/** How full this site's storage is, as the browser reckons; null where it doesn't tell. */
async function readStorage(): Promise<DeviceCondition['storage']> {
  try {
    const { usage, quota } = await navigator.storage.estimate()
    if (usage === undefined || quota === undefined) return null
    const inMb = (bytes: number) => Math.min(2 ** 31 - 1, Math.ceil(bytes / mebibyte))
    return { usedMb: inMb(usage), quotaMb: inMb(quota), isPersisted: await navigator.storage.persisted() }
  } catch {
    return null
  }
}

/** The printer of this device and what became of its last print; null where the device prints nothing. */
async function readPrinter(): Promise<DeviceCondition['printer']> {
  if (store.get(identityAtom)?.till.kind !== 'till') return null
  const { queue } = await openHardware()
  const settings = store.get(hardwareAtom)
  const name = settings.path === 'browser' ? 'browser' : queueOf(settings)
  const isSetUp = store.get(isHardwareChosenAtom)
  const refused = store.get(fallbackAtom) !== null
  return {
    kind: settings.path,
    state: printerState(name, { isSetUp, refused, prints: await queue.latest(latestPrints) }),
  }
}

async function send(condition: DeviceCondition): Promise<boolean> {
  const { status } = await (await signedSend())(reportCondition.path, condition)
  return status === 200
}

let isReporting = false

/** From now on the device tells the server how its storage and printer stand, when that changes. Nothing waits for it. */
export async function startConditionReports(): Promise<void> {
  if (isReporting) return
  isReporting = true
  const { device } = await startDevice()
  const look = conditionReports({
    clock: device.options.surroundings.clock,
    read: async () => ({ storage: await readStorage(), printer: await readPrinter() }),
    send,
  })
  const lookNow = () => {
    if (navigator.onLine && store.get(identityAtom)) void look()
  }
  for (const atom of [printJobsAtom, hardwareAtom, fallbackAtom]) store.sub(atom, lookNow)
  addEventListener('online', lookNow)
  setInterval(lookNow, everyMs)
  lookNow()
}
