import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

const bin = resolve('node_modules/.bin')

/** Every process of this run carries this in its environment, so that we end what we started and nothing else. */
const mark = `BAWABA_TEST_RUN=${randomUUID()}`

let running: number | undefined

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal)
  } catch {
    // The group is gone, which is what we want.
  }
}

/** Runs one command to its end or to the deadline, with its output shown. Answers why it failed, or nothing. */
export function runCommand([tool = '', ...args]: string[], deadlineMs: number, env: Record<string, string> = {}) {
  const [markName = '', markValue = ''] = mark.split('=')
  const program = tool === 'node' ? process.execPath : resolve(bin, tool)
  if (!existsSync(program)) return Promise.resolve(`${tool} is not installed: run "npm ci"`)
  return new Promise<string | undefined>((done) => {
    const child = spawn(program, args, {
      detached: true, // a group of its own, so that its children can be ended with it
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, [markName]: markValue },
    })
    running = child.pid
    let isLate = false
    let patience: NodeJS.Timeout | undefined
    const timer = setTimeout(
      () => {
        isLate = true
        if (!child.pid) return
        const { pid } = child
        signalGroup(pid, 'SIGTERM')
        patience = setTimeout(signalGroup, 5_000, pid, 'SIGKILL')
      },
      Math.max(0, deadlineMs - performance.now()),
    )
    const finish = (problem: string | undefined) => {
      clearTimeout(timer)
      clearTimeout(patience)
      if (child.pid) signalGroup(child.pid, 'SIGKILL')
      running = undefined
      done(isLate ? 'was still running at the deadline' : problem)
    }
    child.on('error', (error) => finish(error.message))
    child.on('exit', (code, signal) =>
      finish(code === 0 ? undefined : signal ? `ended by ${signal}` : `exit code ${code}`),
    )
  })
}

/** Ends processes of this run that outlived their step (they had left its group). Answers their command lines. */
export function endStragglers(): string[] {
  if (!existsSync('/proc')) return []
  const ended: string[] = []
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)) {
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark)) continue
      ended.push(readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim().slice(0, 100))
      process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended by itself meanwhile, or belongs to somebody else.
    }
  }
  return ended
}

/** Ctrl-C reaches only us, since steps have groups of their own: pass it on, then go. */
export function endEverythingOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      if (running) signalGroup(running, 'SIGKILL')
      endStragglers()
      process.exit(130)
    })
  }
}
