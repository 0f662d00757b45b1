/**
 * `npm run faults`: new histories, until so many operations have been saved. `--from 17 --seeds 100` walks those seeds,
 * `--operations 1000000` as many seeds as that takes, `--workers 2` on so many cores. What stopped early goes on with the
 * `--from` that it printed last.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { type Walked, walk } from './walk.ts'

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    seeds: { type: 'string' },
    operations: { type: 'string' },
    workers: { type: 'string' },
    minutes: { type: 'string', default: '58' },
    report: { type: 'string' },
    every: { type: 'string' },
  },
})

const from = Number(values.from ?? Math.floor(Date.now() / 1000))

if (process.send) await work(Number(values.every))
else await lead()

/** One of several: walks every so-manieth seed until it is told to stop. */
async function work(every: number): Promise<void> {
  let isOver = false
  process.on('message', () => {
    isOver = true
  })
  for (let seed = from; !isOver; seed += every) {
    process.send?.(await walk(seed))
    // Lets the word to stop come in.
    await new Promise((resolve) => setImmediate(resolve))
  }
  process.disconnect()
}

async function lead(): Promise<void> {
  const workers = Number(values.workers ?? Math.min(2, availableParallelism()))
  const wanted = { seeds: Number(values.seeds ?? Infinity), operations: Number(values.operations ?? Infinity) }
  const tally = openTally()
  const startMs = performance.now()
  const isEnough = () => tally.seeds >= wanted.seeds || tally.operations >= wanted.operations
  const isLate = () => performance.now() - startMs > Number(values.minutes) * 60_000
  const line = () =>
    `${tally.line()}, ${Math.round((performance.now() - startMs) / 1000)} s, next --from ${tally.next()}`
  const ticker = setInterval(() => console.log(line()), 5000)
  const children = Array.from({ length: workers }, (_, n) =>
    fork(import.meta.filename, ['--from', String(from + n), '--every', String(workers)]),
  )
  const told = new Set<ChildProcess>()
  await Promise.all(
    children.map(
      (child) =>
        new Promise<void>((resolve) => {
          child.on('message', (walked: Walked) => {
            // Seeds are counted in their order, so that the figures of a run are the same each time.
            if (walked.seed < from + wanted.seeds) tally.add(walked)
            if ((isEnough() || isLate()) && !told.has(child)) {
              told.add(child)
              child.send('enough')
            }
          })
          child.on('exit', (code) => {
            if (code !== 0) tally.failures.push(`a worker ended with ${code}`)
            resolve()
          })
        }),
    ),
  )
  clearInterval(ticker)
  console.log(line())
  console.log(
    [...tally.met]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([fault, count]) => `${fault} ${count}`)
      .join(', '),
  )
  if (!isEnough()) tally.failures.push(`not finished in ${values.minutes} minutes: go on with --from ${tally.next()}`)
  if (values.report) {
    mkdirSync(dirname(values.report), { recursive: true })
    writeFileSync(
      values.report,
      JSON.stringify({ passed: tally.seeds - tally.failures.length, failed: tally.failures.length }),
    )
  }
  for (const failure of tally.failures) console.error(`\n${failure}`)
  process.exitCode = tally.failures.length > 0 ? 1 : 0
}

function openTally() {
  const done = new Set<number>()
  let next = from
  const tally = {
    seeds: 0,
    operations: 0,
    requests: 0,
    events: 0,
    refusals: 0,
    met: new Map<string, number>(),
    failures: [] as string[],
    add: ({ seed, met, failure, ...sums }: Walked) => {
      done.add(seed)
      while (done.delete(next)) next += 1
      tally.seeds += 1
      for (const name of ['operations', 'requests', 'events', 'refusals'] as const) tally[name] += sums[name]
      for (const [fault, count] of met) tally.met.set(fault, (tally.met.get(fault) ?? 0) + count)
      if (!failure) return
      tally.failures.push(failure)
      console.error(`\n${failure}`)
    },
    /** Every seed below has been walked. */
    next: () => next,
    line: () =>
      `${tally.seeds} histories, ${tally.operations} operations, ${tally.requests} requests, ${tally.events} events, ${tally.refusals} refused by a full or broken disk, ${tally.failures.length} failed`,
  }
  return tally
}
