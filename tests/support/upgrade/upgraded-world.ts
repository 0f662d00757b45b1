import { z } from 'zod'
import { createApp } from '#server/app.ts'
import { schools } from '#server/features/school/school.table.ts'
import { apiPrefix } from '#shared/kernel/endpoint.ts'
import { pushOps } from '#shared/sync/sync.contract.ts'
import { quickProof } from '#tests/support/checks/proofs.ts'
import type { Wire } from '#tests/support/devices/device-kit.ts'
import { type FaultyNetwork, openFaultyNetwork } from '#tests/support/devices/faulty-network.ts'
import { openTestWorld, type TestDeviceWorld } from '#tests/support/devices/test-surroundings.ts'
import { openTestTime, type TestTime } from '#tests/support/devices/test-time.ts'
import { type FormBrowser, openFormBrowser } from '#tests/support/forms/form-browser.ts'
import { openTillBox, type TillBox } from '#tests/support/pos/till-box.ts'
import type { Box } from '#tests/support/server.ts'
import { facts, recordedProfile } from './recording.ts'
import { restoreProfile } from './restore-profile.ts'
import { openUpgradedBox } from './upgraded-box.ts'

/** The recorded browser and the recorded server a minute later, both with the present build, and a network between them. */
export interface UpgradedWorld {
  box: Box
  time: TestTime
  network: FaultyNetwork
  /** The ids in each batch of operations that has left the browser, whatever became of it. */
  batches: string[][]
  openTill(): Promise<TillBox>
  openFamily(): Promise<FormBrowser>
  /** Lets time pass until it is so. @throws after 400 steps of two seconds */
  untilSo(isSo: () => boolean | Promise<boolean>): Promise<void>
  close(): Promise<void>
}

export async function openUpgradedWorld(): Promise<UpgradedWorld> {
  const upgraded = await openUpgradedBox('pglite')
  await restoreProfile(recordedProfile())
  const time = openTestTime(facts.recordedAtMs + 60_000)
  const box: Box = { ...upgraded, clock: time, app: createApp({ ...upgraded.deps, clock: time }) }
  const batches: string[][] = []
  const network = openFaultyNetwork(async (request) => box.app.request(request), time)
  const wire: Wire = async (request) => {
    if (new URL(request.url).pathname === `${apiPrefix}${pushOps.path}`) batches.push(await idsIn(request.clone()))
    return network.wire(request)
  }
  const opened: { close(): void }[] = []
  const keep = <T extends { close(): void }>(each: T): T => {
    opened.push(each)
    return each
  }
  const worldOf = (seed: number): TestDeviceWorld => openTestWorld(seed, time)
  return {
    box,
    time,
    network,
    batches,
    openTill: async () => keep(await openTillBox({ schoolCode: facts.school, world: worldOf(1), wire })),
    openFamily: async () => {
      const [school] = (await box.db.owner.select().from(schools)).filter(({ code }) => code === facts.school)
      if (!school) throw new Error('the recorded school is not there')
      const prove = () => quickProof(box, school, time.nowMs())
      return keep(openFormBrowser(facts.school, worldOf(2), wire, prove, facts.school))
    },
    untilSo: async (isSo) => {
      for (let steps = 0; !(await isSo()); steps += 1) {
        if (steps > 400) throw new Error('never so')
        await time.advance(2000)
        await new Promise((resolve) => setTimeout(resolve, 1))
        await network.idle()
      }
    },
    close: async () => {
      for (const each of opened) each.close()
      await upgraded.close()
    },
  }
}

const Sent = z.object({ ops: z.array(z.object({ opId: z.string() })) })

async function idsIn(request: Request): Promise<string[]> {
  return Sent.parse(await request.json()).ops.map(({ opId }) => opId)
}
