import { LiveServer } from './live-server.ts'
import { startPgbouncer } from './pgbouncer.ts'
import type { FaultReport } from './report.ts'
import { type Plan, SchoolDay } from './school-day.ts'
import { postgresStore } from './stores.ts'

/**
 * Two servers behind one PostgreSQL, started together on an empty database. Every call of a till goes to one of them at
 * random, some batches to both at once, while one after the other is restarted or killed.
 */
export async function twoServersHistory(plan: Plan, { pooled }: { pooled: boolean }): Promise<FaultReport> {
  const store = await postgresStore()
  const pooler = pooled ? await startPgbouncer(store.cluster.folder) : undefined
  const settings = { ...store.settings, ...(pooler && { DATABASE_URL: pooler.urlOf(store.database) }) }
  const servers = [await LiveServer.at(settings), await LiveServer.at(settings)]
  const name = pooled ? 'two, pgbouncer' : 'two servers'
  const day = new SchoolDay({ plan, name, servers, twice: 0.2 })
  try {
    await Promise.all(servers.map((server) => server.start()))
    await day.open()
    for (let turn = 0; day.report.faults < plan.faults; turn += 1) {
      await day.sold(5)
      await day.badMoment()
      const server = servers[turn % 2]
      const signal = day.random.float() < 0.5 ? 'SIGTERM' : 'SIGKILL'
      await server?.end(signal)
      await day.happened(signal === 'SIGTERM' ? 'one server restarted' : 'one server killed')
      await day.sold(1)
      await server?.start()
    }
    await day.close()
    await Promise.all(servers.map((server) => server.end('SIGTERM')))
    return await store.look((db) => day.settle(db))
  } finally {
    await day.clear()
    await pooler?.stop()
    await store.remove()
  }
}
