import { LiveServer } from './live-server.ts'
import type { FaultReport } from './report.ts'
import { type Plan, SchoolDay } from './school-day.ts'
import { postgresStore } from './stores.ts'

/** PostgreSQL itself goes down and comes back under load, by order or by a crash, while the server stays up. */
export async function databaseRestartHistory(plan: Plan): Promise<FaultReport> {
  const store = await postgresStore()
  const server = await LiveServer.at(store.settings)
  const day = new SchoolDay({ plan, name: 'database restart', servers: [server] })
  try {
    await server.start()
    await day.open()
    while (day.report.faults < plan.faults) {
      await day.sold(5)
      await day.badMoment()
      const mode = day.random.float() < 0.5 ? 'fast' : 'immediate'
      await store.cluster.restart(mode)
      const backAt = performance.now()
      await day.happened(`PostgreSQL restarted (${mode})`)
      await day.sold(1)
      day.report.openMs.push(performance.now() - backAt)
      if (!server.isRunning) day.report.wrong.push(`the server ended with its database: ${server.said().join(' ')}`)
    }
    await day.close()
    await server.end('SIGTERM')
    return await store.look((db) => day.settle(db))
  } finally {
    await day.clear()
    await store.remove()
  }
}
