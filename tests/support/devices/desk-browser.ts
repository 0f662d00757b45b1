import { type DeskOutbox, openDeskOutbox } from '#local/admissions/desk-outbox.ts'
import { startDeskSending } from '#local/admissions/desk-sending.ts'
import type { Sender } from '#local/outbox/sender.types.ts'
import type { Box } from '#tests/support/server.ts'
import { deskOver } from './desk-kit.ts'
import { type FaultyNetwork, openFaultyNetwork } from './faulty-network.ts'
import { openTestWorld, type TestDeviceWorld, type TestTab } from './test-surroundings.ts'

interface Person {
  userId: string
  token?: string
}

/** A browser with a bad line to the server; anyone who is signed in is so in all of its tabs. */
export interface DeskBrowser {
  name: string
  world: TestDeviceWorld
  network: FaultyNetwork
  signedIn: Person
}

let browsers = 0

export function browserOf(box: Box, signedIn: Person): DeskBrowser {
  browsers += 1
  const world = openTestWorld(browsers)
  const network = openFaultyNetwork(async (request) => box.app.request(request), world.time)
  return { world, network, signedIn, name: `browser${browsers}` }
}

export interface OpenDeskTab {
  tab: TestTab
  desk: DeskOutbox
  sender: Sender
}

/** A tab in which this person works; it sends for as long as they are signed in, as the page does. */
export async function openTabIn(browser: DeskBrowser, person: Person, schoolCode: string): Promise<OpenDeskTab> {
  const tab = browser.world.openTab()
  const school = `${browser.name}-${schoolCode}`
  const desk = await openDeskOutbox(school, person.userId, tab.surroundings)
  const calls = deskOver(browser.network.wire, schoolCode, () => browser.signedIn)
  const sender = startDeskSending(school, desk, { ...calls, maySteal: () => true })
  return { tab, desk, sender }
}

export function closeTab({ tab, desk, sender }: OpenDeskTab): void {
  tab.crash()
  void sender.stop()
  desk.close()
}

export async function isSent({ desk }: OpenDeskTab): Promise<boolean> {
  const { pending, attention } = await desk.store.counts()
  return pending + attention === 0
}
