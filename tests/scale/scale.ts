/**
 * `npm run scale`: schools on clusters of Citus of several sizes, with tills that sell at real servers. What an operation costs is measured
 * on each; on the largest a node is killed, a school is moved and migrations of each kind run; and the tills' own books are held against all rows. Sizes by the environment: SCALE_NODES (0 is
 * a PostgreSQL alone), SCALE_SCHOOLS, SCALE_TILLS (of each school), SCALE_PUPILS (of each school), SCALE_OPERATIONS.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgres } from '#server/node/open-postgres.ts'
import { LiveServer } from '../servers/live-server.ts'
import { distribute, killOne, moveOne, pause } from './accidents.ts'
import { type CitusCluster, citusBinaries, startCitus } from './citus-cluster.ts'
import { type ClonedSchool, cloneSchools } from './clone-schools.ts'
import { type Cost, costBetween, readMeter } from './costs.ts'
import { deleteFaces } from './deleted-faces.ts'
import { migrateDistributed } from './migrate-distributed.ts'
import { rowsOfNoSchool } from './no-school.ts'
import { measureRest } from './rest.ts'
import { model, SellingSchools } from './selling-schools.ts'

const number = (name: string, usual: number) => Number(process.env[name] ?? usual)
const size = {
  schools: number('SCALE_SCHOOLS', 4),
  tillsEach: number('SCALE_TILLS', 2),
  pupilsEach: number('SCALE_PUPILS', 1000),
}
const operations = number('SCALE_OPERATIONS', 1500)
const shards = number('SCALE_SHARDS', 8)
const nodeCounts = (process.env['SCALE_NODES'] ?? '0,1,2,4').split(',').map(Number)
const schoolsAtRest = number('SCALE_REST', 2000)
/** A cluster may cost so much more for an operation than one of a single node. */
const mostMore = 0.1

const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`)

/** Fills the database of a cluster with schools, and distributes them over its nodes. */
async function prepare(cluster: CitusCluster, server: LiveServer): Promise<ClonedSchool[]> {
  await server.start()
  await server.end('SIGTERM')
  const schools = await cloneSchools(cluster.url, model, size)
  if (cluster.workers.length === 0) return schools
  const add = cluster.workers.flatMap(({ port }) => ['--add', `127.0.0.1:${port}`])
  const beganAt = performance.now()
  await distribute(cluster.url, ...add, '--shards', String(shards))
  say(`distributed over ${cluster.workers.length} nodes in ${((performance.now() - beganAt) / 1000).toFixed(0)} s`)
  return schools
}

/** Sells until so many more operations are safe. @throws Error when they do not come */
async function sell(selling: SellingSchools, more: number, limitMs = 900_000): Promise<void> {
  const wanted = selling.acknowledged() + more
  for (const giveUpAt = performance.now() + limitMs; selling.acknowledged() < wanted; ) {
    if (performance.now() > giveUpAt) throw new Error(`${wanted - selling.acknowledged()} operations are missing`)
    await pause(100)
  }
}

/** Measures one cluster. @returns the cost of an operation on it, and what went wrong */
async function measure(nodes: number): Promise<{ cost: Cost; wrong: string[] }> {
  const cluster = await startCitus(nodes)
  const server = await LiveServer.at({
    DATABASE_URL: cluster.url,
    DEMO_SCHOOLS: 'yes',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'bawaba-scale-')),
  })
  const selling = new SellingSchools([server])
  try {
    const schools = await prepare(cluster, server)
    await server.start()
    await selling.open(schools, size.tillsEach)
    selling.work()
    // What is read for the first time is nobody's usual cost.
    await sell(selling, operations / 5)
    const before = await readMeter(cluster, [server.pid], selling.acknowledged())
    await sell(selling, operations)
    const after = await readMeter(cluster, [server.pid], selling.acknowledged())
    const cost = costBetween(before, after)
    say(`${nodes} nodes: ${describe(cost)}`)
    const isLargest = nodes > 1 && nodes === Math.max(...nodeCounts)
    const scene = { cluster, selling, schools, say }
    const wrong = isLargest ? [...(await killOne(scene)), ...(await moveOne(scene))] : []
    await selling.drain(300_000)
    await server.end('SIGTERM')
    if (nodes > 0) {
      const { asked, seen } = await rowsOfNoSchool(cluster)
      say(`${nodes} nodes: OPS-41: ${asked} tables and parts asked without a school, ${seen.length} gave a row`)
      wrong.push(...seen)
    }
    const [like] = schools
    if (isLargest && like) {
      const rest = await measureRest(cluster, server, { like, count: schoolsAtRest })
      say(rest.line)
      wrong.push(...rest.wrong)
      wrong.push(...(await migrateDistributed(cluster.url)))
      wrong.push(...(await deleteFaces(cluster, schools)))
    }
    const engine = await openPostgres(cluster.url)
    const books = await selling.audit(engine.db)
    await engine.close()
    say(
      `${nodes} nodes: ${selling.saved()} saved, ${books.lost.length} lost, ${books.doubled.length} doubled, ${books.wrong.length} wrong`,
    )
    return { cost, wrong: [...wrong, ...books.lost, ...books.doubled, ...books.wrong] }
  } finally {
    await selling.clear()
    await server.end('SIGKILL')
    await cluster.stop()
  }
}

const describe = ({ serverMs, databaseMs, statements, walBytes, operations: count }: Cost) =>
  [
    `${count} operations`,
    `server ${serverMs.toFixed(2)} ms`,
    `databases ${databaseMs.toFixed(2)} ms`,
    `${statements.toFixed(1)} statements`,
    `${(walBytes / 1000).toFixed(1)} kB of WAL`,
  ].join(', ')

citusBinaries()
const faults: string[] = []
const costs = new Map<number, Cost>()
for (const nodes of nodeCounts) {
  const { cost, wrong } = await measure(nodes)
  costs.set(nodes, cost)
  faults.push(...wrong)
}
const yardstick = costs.get(1)
console.log(`\n${size.schools} schools of ${size.tillsEach} tills and ${size.pupilsEach} pupils; an operation costs`)
for (const [nodes, cost] of costs) {
  const whole = cost.serverMs + cost.databaseMs
  const ratio = yardstick ? whole / (yardstick.serverMs + yardstick.databaseMs) : Number.NaN
  const mark = nodes <= 1 || ratio <= 1 + mostMore ? '✓' : '✗'
  const name = nodes === 0 ? 'PostgreSQL alone' : `${nodes} nodes`
  console.log(`${mark} ${name.padEnd(18)}${describe(cost)}, ${ratio.toFixed(2)} × one node (goal ≤ ${1 + mostMore})`)
  if (mark === '✗') faults.push(`${name}: ${ratio.toFixed(2)} × the cost of one node`)
}
for (const line of faults.slice(0, 20)) console.log(`  ${line.slice(0, 300)}`)
process.exit(faults.length === 0 ? 0 : 1)
