import { LiveServer } from './live-server.ts'
import type { FaultReport } from './report.ts'
import { type Plan, SchoolDay } from './school-day.ts'
import { type Engine, openStore } from './stores.ts'

/** How many of the accidents hit the very first start, before there is a school. */
const firstStarts = (faults: number) => Math.max(1, Math.floor(faults / 5))

/**
 * SIGKILL at any moment: while the database is first made, migrated and filled, while tills sell, and while the server
 * comes back from the kill before.
 */
export async function killHistory(engine: Engine, plan: Plan): Promise<FaultReport> {
  const store = await openStore(engine)
  const server = await LiveServer.at(store.settings)
  const day = new SchoolDay({ plan, name: `kill ${engine}`, servers: [server] })
  try {
    let bootMs = 3000
    for (let kills = 0; kills < firstStarts(plan.faults); kills += 1) {
      await server.startAndKill(day.random.float() * bootMs)
      await day.happened('killed at its first start')
      bootMs *= 1.3
    }
    await server.start()
    await day.open()
    while (day.report.faults < plan.faults) {
      await day.sold(1)
      await day.badMoment()
      await server.end('SIGKILL')
      await day.happened('killed at work')
      while (day.report.faults < plan.faults && day.random.float() < 0.3) {
        await server.startAndKill(day.random.float() * 2 * (server.openMs.at(-1) ?? bootMs))
        await day.happened('killed while coming back')
      }
      await server.start()
    }
    await day.sold(1)
    await day.close()
    await server.end('SIGTERM')
    return await store.look((db) => day.settle(db))
  } finally {
    await day.clear()
    await store.remove()
  }
}
