import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@playwright/test'
import { createFirstSchool, hasSchool, untilReady } from './newcomer.ts'
import { must, readTrial, say } from './trial.ts'

interface ImageConfig {
  config: { User: string; Env: string[]; Entrypoint: string[]; Cmd: string[]; WorkingDir: string }
}
interface Described {
  digest: string
}

/** Unpacks an OCI archive as an engine does. @returns what it says of itself */
function unpack(file: string, work: string): ImageConfig {
  const [layout, root] = [join(work, 'layout'), join(work, 'bundle/rootfs')]
  for (const folder of [layout, root]) mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xf', file, '-C', layout])
  const blob = ({ digest }: Described) => join(layout, 'blobs', digest.replace(':', '/'))
  const read = (path: string) => JSON.parse(readFileSync(path, 'utf8'))
  const index: { manifests: [Described] } = read(join(layout, 'index.json'))
  const manifest: { config: Described; layers: Described[] } = read(blob(index.manifests[0]))
  for (const layer of manifest.layers) execFileSync('tar', ['--numeric-owner', '-xpf', blob(layer), '-C', root])
  return read(blob(manifest.config))
}

/** As an engine runs it with `--read-only --cap-drop=all --security-opt=no-new-privileges --tmpfs /tmp`. */
function specOf({ config }: ImageConfig, data: string, settings: string[]) {
  const [uid, gid] = config.User.split(':').map(Number)
  const none = { bounding: [], effective: [], inheritable: [], permitted: [], ambient: [] }
  const mount = (destination: string, type: string, options: string[] = []) => ({
    destination,
    type,
    source: type,
    options,
  })
  const own = ['nosuid', 'nodev']
  return {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      args: [...config.Entrypoint, ...config.Cmd],
      env: [...config.Env, ...settings],
      cwd: config.WorkingDir,
      capabilities: none,
      noNewPrivileges: true,
      // The least that an engine gives.
      rlimits: [{ type: 'RLIMIT_NOFILE', hard: 1024, soft: 1024 }],
    },
    root: { path: 'rootfs', readonly: true },
    mounts: [
      mount('/proc', 'proc'),
      mount('/dev', 'tmpfs', ['nosuid', 'mode=755']),
      mount('/tmp', 'tmpfs', [...own, 'noexec', 'mode=1777']),
      { destination: '/var/lib/bawaba', type: 'bind', source: data, options: ['bind', 'rw', ...own] },
    ],
    linux: { namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })) },
  }
}

test('OPS-07 the image runs as user 10001 on a read-only root without capabilities, and a SIGTERM in the middle of work loses nothing', async () => {
  const { image: file, work: folder, port } = readTrial()
  const work = join(folder, 'image')
  const image = unpack(file ?? '', work)
  must(image.config.User === '10001:10001', 'the image names user 10001')
  const data = join(work, 'volume')
  mkdirSync(data, { mode: 0o700 })
  chownSync(data, 10_001, 10_001)
  const settings = [`PORT=${port}`, 'LISTEN_ADDRESS=127.0.0.1', 'LOG_LEVEL=warn']
  writeFileSync(join(work, 'bundle/config.json'), JSON.stringify(specOf(image, data, settings)))
  const running: Running[] = []
  try {
    await walk({ work, port, data, running })
  } finally {
    for (const { name } of running) execFileSync('runc', ['delete', '--force', name], { stdio: 'ignore' })
  }
})

interface Walk {
  work: string
  port: number
  /** Folder behind the volume. */
  data: string
  /** Gets every container that was started. */
  running: Running[]
}

async function walk({ work, port, data, running }: Walk): Promise<void> {
  const origin = `http://localhost:${port}`
  const first = start(work)
  running.push(first)
  await untilReady(origin)
  say('the image runs')
  const status = 'grep -E "^(Uid|CapEff|CapBnd|NoNewPrivs)" /proc/1/status; touch /x 2>&1; true'
  const inside = run(first.name, 'sh', '-c', status)
  must(/^Uid:\s+10001/m.test(inside) && /^CapEff:\s+0+$/m.test(inside) && /^CapBnd:\s+0+$/m.test(inside), inside)
  must(/Read-only file system/.test(inside) && /^NoNewPrivs:\s+1$/m.test(inside), inside)
  health(first.name, port)
  say('OPS-07: user 10001, read-only root, no capabilities, healthy')

  await createFirstSchool(origin, async () => first.said())
  const recipient = /age1\w+/.exec(run(first.name, 'bawaba', 'backup', 'new-key'))?.[0] ?? ''
  const made = run(first.name, 'env', `BACKUP_RECIPIENTS=${recipient}`, 'bawaba', 'backup', '/var/lib/bawaba/copies')
  must(/restored on trial: bawaba-/.test(made), 'a copy is restored on trial within 1,024 open files')
  say('a copy was made and restored on trial within 1,024 open files')
  // Asked to stop right after the answer: what was answered must be there.
  const ended = await stop(first)
  must(ended === 0, `SIGTERM ends it with 0, not ${ended}`)
  must(existsSync(join(data, 'database/pgdata/PG_VERSION')), 'the database is in the volume')
  const second = start(work)
  running.push(second)
  await untilReady(origin)
  must(await hasSchool(origin), 'what was answered before SIGTERM is there afterwards')
  await stop(second)
  say('OPS-07: SIGTERM lost nothing')
}

interface Running {
  name: string
  child: ChildProcess
  said: () => string
}

let count = 0
function start(work: string): Running {
  count += 1
  const name = `bawaba-try-${process.pid}-${count}`
  const child = spawn('runc', ['run', '--bundle', join(work, 'bundle'), name], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  return { name, child, said: () => text }
}

async function stop({ name, child }: Running): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  execFileSync('runc', ['kill', name, 'TERM'])
  return await ended
}

/** Runs a command in a container. @returns what it said */
const run = (name: string, ...command: string[]): string =>
  execFileSync('runc', ['exec', name, ...command], { encoding: 'utf8' })

/** The check of the compose file. */
function health(name: string, port: number): void {
  const check = `fetch('http://127.0.0.1:${port}/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))`
  run(name, '/usr/lib/bawaba/node/node', '-e', check)
}
