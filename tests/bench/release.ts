import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { childEnv } from '#tests/support/served/child-env.ts'
import { freePort } from '#tests/support/served/served-school.ts'
import { type Figure, toFigure, valueAtMost } from './figure.ts'
import { releaseAtEnd, temporaryFolder } from './resources.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The embedded database alone, opened as we open it: what nobody can do without. */
const bareDatabase = `
  import { PGlite } from '@electric-sql/pglite'
  const db = await PGlite.create(process.env.BARE_FOLDER)
  await db.query('select 1')
  process.send('ready')
  setInterval(() => {}, 1000)`

/** What a school's server costs while nobody uses it, and how long it is away when it is started again: a release with both demo schools. */
export async function benchRelease(isSmoke: boolean): Promise<Figure[]> {
  if (process.platform !== 'linux') return []
  const [rounds, idleMs] = isSmoke ? [1, 2000] : [3, 60_000]
  const out = temporaryFolder()
  execFileSync(process.execPath, [join(root, '.config/deploy/release.ts'), '--out', out], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const program = join(out, 'bawaba/bin/bawaba')
  const dataDir = temporaryFolder()
  // The first start makes the database and the schools.
  await end((await startRelease(program, dataDir)).process)
  const figures = {
    startMs: [] as number[],
    bareStartMs: [] as number[],
    idleMb: [] as number[],
    bareMb: [] as number[],
  }
  for (let round = 0; round < rounds; round += 1) {
    const bare = await startBare()
    figures.bareStartMs.push(bare.ms)
    const server = await startRelease(program, dataDir)
    figures.startMs.push(server.ms)
    await wait(idleMs)
    figures.bareMb.push(residentMb(bare.process))
    figures.idleMb.push(residentMb(server.process))
    await Promise.all([end(bare.process), end(server.process)])
  }
  return [
    toFigure({
      name: 'a release from its start until it answers, its database there',
      unit: 'ms',
      yardstickName: 'the embedded database alone, new and in memory',
      values: figures.startMs,
      yardsticks: figures.bareStartMs,
      goal: valueAtMost(3000),
    }),
    toFigure({
      name: 'resident memory of an idle server with the embedded database',
      unit: 'MB',
      yardstickName: 'the embedded database alone, in Node',
      values: figures.idleMb,
      yardsticks: figures.bareMb,
      goal: valueAtMost(350),
    }),
  ]
}

interface Started {
  process: ChildProcess
  ms: number
}

async function startRelease(program: string, dataDir: string): Promise<Started> {
  const port = await freePort()
  const settings = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error', BAWABA_SETTINGS: join(dataDir, 'none') }
  const sinceMs = performance.now()
  const child = hold(spawn(program, ['start'], { env: childEnv(settings), stdio: ['ignore', 'ignore', 'inherit'] }))
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`the release ended with ${child.exitCode}`)
    await wait(20)
  }
  return { process: child, ms: performance.now() - sinceMs }
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function startBare(): Promise<Started> {
  const sinceMs = performance.now()
  const child = hold(
    spawn(process.execPath, ['--input-type=module', '-e', bareDatabase], {
      cwd: root,
      env: childEnv({ BARE_FOLDER: 'memory://' }),
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  await once(child, 'message')
  return { process: child, ms: performance.now() - sinceMs }
}

function hold(child: ChildProcess): ChildProcess {
  releaseAtEnd(() => end(child))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

const residentMb = ({ pid }: ChildProcess): number =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
