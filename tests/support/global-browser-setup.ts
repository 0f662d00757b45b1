import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDemoSchools, demoSeed } from '#server/db/seed/build-demo-schools.ts'
import { Tablet, visitedProfiles } from './pos/tablet.ts'
import { filledFolder, serveSchools } from './served/served-school.ts'

/** Once per run of browser tests: what every server and every tablet of it gets a copy of. */
export default async function setUp(): Promise<() => Promise<void>> {
  const served = await serveSchools()
  const profiles = await mkdtemp(join(tmpdir(), 'bawaba-visited-'))
  await Promise.all(buildDemoSchools(demoSeed).map(({ code }) => visit(served.origin(code), profiles)))
  await served.stop()
  // A data folder with the demo schools, cleanly closed.
  process.env[filledFolder] = served.dataDir
  process.env[visitedProfiles] = profiles
  return async () => {
    await served.remove()
    await rm(profiles, { recursive: true, force: true })
  }
}

/** Looks at a school's gate on a new tablet until it would open without a network. */
async function visit(address: string, profiles: string): Promise<void> {
  const tablet = await Tablet.unpackVisited(address)
  await tablet.page.goto('/sign-in')
  await tablet.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await tablet.switchOff()
  await tablet.leaveProfileIn(profiles)
  await tablet.throwAway()
}
