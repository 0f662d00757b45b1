import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Returns what is missing to try a package on this machine, as a sentence; undefined when nothing is. */
export function missingForMachines(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'it needs Linux and root'
  const missing = ['mmdebstrap', 'unshare', 'nsenter', 'dpkg-deb'].filter((program) => !isThere(program))
  return missing.length === 0 ? undefined : `it needs ${missing.join(', ')}`
}

/** Returns whether this machine has a program. */
export const isThere = (program: string): boolean => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A bare Debian with systemd, as an installer leaves it; made once for all machines of a run. */
export function makeBareDebian(folder: string): void {
  if (existsSync(join(folder, 'etc/debian_version'))) return
  mkdirSync(folder, { recursive: true })
  const packages = 'systemd,systemd-sysv,dbus,ca-certificates,adduser'
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', `--include=${packages}`, 'bookworm', folder], {
    stdio: 'inherit',
  })
}

/** What init finds in its own namespaces: a root of its own, the devices that are the same everywhere, control groups. */
const boot = (root: string) => `set -e
mount --make-rprivate /
mount --bind ${root} ${root}
mount -t proc proc ${root}/proc
for each in run tmp dev; do mount -t tmpfs tmpfs ${root}/$each; done
mount -t sysfs -o ro sysfs ${root}/sys
mount -t tmpfs tmpfs ${root}/sys/fs/cgroup
mkdir ${root}/sys/fs/cgroup/systemd ${root}/sys/fs/cgroup/unified
mount -t cgroup -o none,name=systemd cgroup ${root}/sys/fs/cgroup/systemd || true
mount -t cgroup2 cgroup2 ${root}/sys/fs/cgroup/unified
for each in null zero full random urandom tty; do touch ${root}/dev/$each; mount --bind /dev/$each ${root}/dev/$each; done
mkdir ${root}/dev/pts ${root}/dev/shm
mount -t devpts -o newinstance,ptmxmode=666 devpts ${root}/dev/pts
mount -t tmpfs tmpfs ${root}/dev/shm
ln -s pts/ptmx ${root}/dev/ptmx
ln -s /proc/self/fd ${root}/dev/fd
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot ${root} /lib/systemd/systemd --system --log-target=journal --show-status=0`

/** A Debian machine of its own as far as a package can tell: its own root, processes and systemd; the network is this one's. */
export class Machine {
  readonly root: string
  readonly #bare: string
  #init: ChildProcess | undefined

  constructor(root: string, bare: string) {
    this.root = root
    this.#bare = bare
  }

  async switchOn(): Promise<void> {
    if (!existsSync(this.root))
      cpSync(this.#bare, this.root, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
    const namespaces = ['--mount', '--pid', '--fork', '--uts', '--ipc', '--cgroup', '--kill-child']
    this.#init = spawn('unshare', [...namespaces, 'sh', '-c', boot(this.root)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    for (let tries = 0; tries < 120; tries += 1) {
      // It ends with 1 for "degraded", which counts as well.
      const state = await this.run('sh', '-c', 'systemctl is-system-running; true').catch(() => 'no')
      if (/^(running|degraded)/.test(state)) return
      await pause(250)
    }
    throw new Error('systemd did not start')
  }

  /** Runs a command on the machine as root. @returns what it said @throws Error with its error output */
  async run(...command: string[]): Promise<string> {
    const pid = this.#initPid()
    const inside = ['-t', String(pid), '-m', '-p', '-u', '-i', '-C', '-r', '-w']
    const environment = [
      'env',
      '-i',
      'PATH=/usr/sbin:/usr/bin:/sbin:/bin',
      'HOME=/root',
      'DEBIAN_FRONTEND=noninteractive',
    ]
    const { stdout } = await run('nsenter', [...inside, ...environment, ...command], {
      timeout: 300_000,
      maxBuffer: 2 ** 24,
    })
    return stdout
  }

  /** The machine is gone at once, with its disk. */
  async destroy(): Promise<void> {
    const init = this.#init
    if (init && init.exitCode === null && init.signalCode === null) {
      const gone = new Promise((resolve) => init.once('exit', resolve))
      init.kill('SIGKILL')
      await gone
    }
    await pause(500)
    rmSync(this.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
  }

  #initPid(): number {
    const parent = this.#init?.pid
    if (parent === undefined) throw new Error('the machine is off')
    const [child] = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ')
    if (!child) throw new Error('the machine is starting')
    return Number(child)
  }
}
