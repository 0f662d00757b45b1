import { join } from 'node:path'
import { LiveServer } from './live-server.ts'
import type { FaultReport } from './report.ts'
import { type Plan, SchoolDay } from './school-day.ts'
import { openSmallDisk, type SmallDisk } from './small-disk.ts'
import { embeddedStore } from './stores.ts'

const roomForTables = 12 * 2 ** 20

/**
 * The disk fills up under load. The server may refuse and may end, but acknowledges nothing that it can't keep; the tills
 * go on selling; with room again it goes on, started again where it has ended.
 */
export async function fullDiskHistory(plan: Plan): Promise<FaultReport> {
  const disk = await openSmallDisk()
  const store = embeddedStore(join(disk.reach, 'data'))
  const server = await LiveServer.at({ DATA_DIR: join(disk.folder, 'data') }, { inside: disk.inside })
  const day = new SchoolDay({ plan, name: 'disk full', servers: [server] })
  try {
    await server.start()
    await day.open()
    while (day.report.faults < plan.faults) {
      await day.sold(5)
      // Mostly the tables grow no more; now and then only the log, whose pieces are larger, has no room for the next one.
      disk.fill(day.report.faults % 4 === 1 ? roomForTables : Math.floor(day.random.float() ** 2 * 2 ** 20))
      await untilRefused(day, server)
      await day.happened(server.isRunning ? 'the disk is full' : 'the server has ended on the full disk')
      await day.saved(20)
      if (day.random.float() < 0.5) await comeBackWithoutRoom(server, day)
      await makeRoom(disk, server)
      await day.sold(1)
    }
    await day.close()
    await server.end('SIGTERM')
    return await store.look((db) => day.settle(db))
  } finally {
    await day.clear()
    await disk.remove()
  }
}

async function untilRefused(day: SchoolDay, server: LiveServer) {
  const before = day.refusals()
  while (server.isRunning && day.refusals() === before) await day.pass(50)
}

/** Whether it opens on a full disk is its own affair; what it says when it does not is for the person who must make room. */
async function comeBackWithoutRoom(server: LiveServer, day: SchoolDay) {
  await server.end('SIGKILL')
  const opened = await server.start().then(
    () => true,
    () => false,
  )
  const sentence = /^The disk of .* is full; make room on it and start again\.$/m
  if (!opened && !sentence.test(server.said().join('\n')))
    day.report.wrong.push(`on a full disk the server says only: ${server.said().join(' ').slice(0, 400)}`)
}

async function makeRoom(disk: SmallDisk, server: LiveServer) {
  disk.makeRoom()
  if (!server.isRunning) await server.start()
}
