import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { childEnv } from '#tests/support/served/child-env.ts'
import type { CitusCluster } from './citus-cluster.ts'
import type { ClonedSchool } from './clone-schools.ts'
import type { SellingSchools } from './selling-schools.ts'

const program = fileURLToPath(new URL('../../src/server/node/commands/distribute.ts', import.meta.url))
const run = promisify(execFile)

/** Runs `npm run distribute` as a person gives it. */
export const distribute = (url: string, ...options: string[]) =>
  run(process.execPath, [program, ...options], { env: childEnv({ DATABASE_URL: url }), maxBuffer: 16 * 1024 ** 2 })

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export interface Scene {
  cluster: CitusCluster
  selling: SellingSchools
  schools: readonly ClonedSchool[]
  say(line: string): void
}

async function nodesOfSchools({ cluster, schools }: Scene): Promise<Map<string, number>> {
  const client = new pg.Client({ connectionString: cluster.url })
  await client.connect()
  const { rows } = await client.query<{ code: string; port: number }>(
    `select code, p.nodeport as port from schools s join pg_dist_shard_placement p
      on p.shardid = get_shard_id_for_distribution_column('due_work', s.school_id)`,
  )
  await client.end()
  const ours = new Set(schools.map(({ code }) => code))
  return new Map(rows.filter(({ code }) => ours.has(code)).map(({ code, port }) => [code, port]))
}

const killedMs = 15_000

/** Kills the node with most schools while all sell. @returns what went wrong; tills sell on afterwards */
export async function killOne(scene: Scene): Promise<string[]> {
  const { cluster, selling, say } = scene
  const places = await nodesOfSchools(scene)
  const on = (port: number) => [...places].filter(([, at]) => at === port).map(([code]) => code)
  const [node] = cluster.workers.toSorted((a, b) => on(b.port).length - on(a.port).length)
  if (!node) return []
  const hit = on(node.port)
  const others = [...places.keys()].filter((code) => !hit.includes(code))
  const during = async () => {
    const [safe, saved, failed] = [selling.acknowledged(others), selling.saved(hit), selling.failures(others).length]
    await pause(killedMs)
    return {
      safe: selling.acknowledged(others) - safe,
      saved: selling.saved(hit) - saved,
      failed: selling.failures(others).slice(failed),
    }
  }
  const before = await during()
  await node.kill()
  const without = await during()
  await node.start()
  say(`a node with ${hit.length} of ${places.size} schools was dead for ${killedMs / 1000} s:`)
  say(
    `  schools of other nodes: ${without.safe} operations (${before.safe} before), ${without.failed.length} calls failed`,
  )
  say(`  its own: ${without.saved} operations saved by their tills (${before.saved} before)`)
  return [
    others.length === 0 || without.safe > before.safe / 4 ? [] : ['schools of other nodes stood still'],
    without.saved > 0 ? [] : ['tills of the dead node did not sell on'],
    without.failed.slice(0, 3),
  ].flat()
}

/** The longest that a school may have nothing taken in while it moves (OPS-40), s. */
const longestPauseSeconds = 10

/** Isolates a school and moves it to another node while all sell (OPS-40). @returns what went wrong */
export async function moveOne(scene: Scene): Promise<string[]> {
  const { cluster, selling, say } = scene
  const places = await nodesOfSchools(scene)
  const [code, from] = [...places][0] ?? ['', 0]
  const to = cluster.workers.find(({ port }) => port !== from)
  if (!to) return []
  const failed = selling.failures().length
  const wrong: string[] = []
  for (const options of [
    ['--isolate', code],
    ['--move', code, `127.0.0.1:${to.port}`],
  ]) {
    const [safe, beganAt] = [selling.acknowledged([code]), performance.now()]
    const pauses = watchPauses(() => selling.acknowledged([code]))
    await distribute(cluster.url, ...options)
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(0)
    const longest = pauses.end()
    say(
      `${options[0]} took ${seconds} s, in which the school had ${selling.acknowledged([code]) - safe} operations taken in, none for ${longest.toFixed(1)} s at the longest (goal ≤ ${longestPauseSeconds})`,
    )
    if (longest > longestPauseSeconds) wrong.push(`${code} stood still for ${longest.toFixed(1)} s at ${options[0]}`)
  }
  const isThere = (await nodesOfSchools(scene)).get(code) === to.port
  if (!isThere) wrong.push(`${code} is not where it was moved`)
  return [...wrong, ...selling.failures().slice(failed, failed + 3)]
}

/** Watches a count that should grow. `end` returns the longest time in which it did not, s. */
function watchPauses(count: () => number): { end(): number } {
  let [known, since, longest] = [count(), performance.now(), 0]
  const look = () => {
    const now = count()
    longest = Math.max(longest, performance.now() - since)
    if (now === known) return
    known = now
    since = performance.now()
  }
  const timer = setInterval(look, 50)
  return {
    end: () => {
      clearInterval(timer)
      look()
      return longest / 1000
    },
  }
}
