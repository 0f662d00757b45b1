import { existsSync } from 'node:fs'
import { appendFile, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createFirstSchool, hasSchool } from './newcomer.ts'
import { Machine } from './machine.ts'

export interface Tried {
  bare: string
  work: string
  /** Packages of two releases, the second newer; an asset that only the first has as its own. */
  packages: readonly [older: string, newer: string]
  oldAsset: string
  port: number
  say: (line: string) => void
}

/** Fails the run unless it holds, and tells what was seen. */
export function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(`it does not hold: ${what}`)
}

/** Waits until the server of a machine answers. @returns the milliseconds that took */
export async function untilReady(origin: string): Promise<number> {
  const since = performance.now()
  for (;;) {
    const answers = await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return performance.now() - since
    if (performance.now() - since > 300_000) throw new Error('the server did not get ready')
    await pause(50)
  }
}

async function install(machine: Machine, file: string, port: number, settings: string[] = []): Promise<void> {
  await copyFile(file, join(machine.root, 'root/bawaba.deb'))
  // As somebody does who has prepared the settings: the package keeps them.
  const env = join(machine.root, 'etc/bawaba/bawaba.env')
  const isFirst = !existsSync(env)
  await machine.run('dpkg', '-i', '/root/bawaba.deb')
  if (!isFirst) return
  await appendFile(env, [`PORT=${port}`, ...settings, ''].join('\n'))
  await machine.run('systemctl', 'restart', 'bawaba')
}

/** OPS-08 and OPS-09, and the newcomer's path as the guide tells it: the first machine is destroyed, the second carries on. */
export async function tryPackage({ bare, work, packages, oldAsset, port, say }: Tried): Promise<void> {
  const origin = `http://localhost:${port}`
  const [older, newer] = packages
  const first = new Machine(join(work, 'first'), bare)
  const second = new Machine(join(work, 'second'), bare)
  try {
    await first.switchOn()
    await install(first, older, port)
    await untilReady(origin)
    say('OPS-08: installed and running')
    must((await fetch(`${origin}/assets/${oldAsset}`)).ok, 'the first release has its asset')
    await createFirstSchool(origin, () => first.run('journalctl', '-u', 'bawaba', '-o', 'cat', '--no-pager'))
    say('the link of the journal created the first school')

    await first.run('sh', '-c', 'kill -9 $(systemctl show -p MainPID --value bawaba)')
    await pause(3000)
    await untilReady(origin)
    say('killed: systemd started it again')
    await giveSecret(first, origin)
    say('a secret came from its file')

    await install(first, newer, port)
    await untilReady(origin)
    must((await fetch(`${origin}/assets/${oldAsset}`)).ok, 'OPS-09 an old tab gets its old asset after the upgrade')
    must(await hasSchool(origin), 'the school is there after the upgrade')
    say('OPS-08, OPS-09: upgraded: the school and the old asset are there')

    const key = await copyOf(first, work, say)
    await first.destroy()
    say('the machine is destroyed')
    await second.switchOn()
    await install(second, newer, port)
    await bringBack(second, work, key)
    await untilReady(origin)
    must(await hasSchool(origin), 'the school is there after the restore')
    say('restored on another machine')

    await removeAndPurge(second, newer, origin, say)
  } finally {
    await first.destroy()
    await second.destroy()
  }
}

/** A file in /etc/bawaba/secrets reaches the service as a credential, and a command as a file. */
async function giveSecret(machine: Machine, origin: string): Promise<void> {
  const secret = '/etc/bawaba/secrets/FACE_KEY'
  await machine.run('install', '-m', '0640', '-o', 'root', '-g', 'bawaba', '/var/lib/bawaba/face-key', secret)
  await machine.run('systemctl', 'restart', 'bawaba')
  await untilReady(origin)
  const seen = await machine.run(
    'sh',
    '-c',
    "tr '\\0' '\\n' < /proc/$(systemctl show -p MainPID --value bawaba)/environ",
  )
  must(/^FACE_KEY_FILE=\/.*FACE_KEY$/m.test(seen), 'the service has the secret by a file of its own')
}

/** As the guide says: a pair of keys, the place, a copy, which leaves the machine. */
async function copyOf(machine: Machine, work: string, say: (line: string) => void): Promise<string> {
  const key = await machine.run('bawaba', 'backup', 'new-key')
  const recipient = /age1\w+/.exec(key)?.[0] ?? ''
  const settings = ['BACKUP_TO=/var/backups/bawaba', `BACKUP_RECIPIENTS=${recipient}`, '']
  await appendFile(join(machine.root, 'etc/bawaba/bawaba.env'), settings.join('\n'))
  say((await machine.run('bawaba', 'backup')).trim().split('\n').at(0) ?? '')
  const copies = join(machine.root, 'var/backups/bawaba')
  await mkdir(join(work, 'copies'), { recursive: true })
  for (const name of await readdir(copies)) await copyFile(join(copies, name), join(work, 'copies', name))
  return key
}

async function bringBack(machine: Machine, work: string, key: string): Promise<void> {
  await machine.run('systemctl', 'stop', 'bawaba')
  await machine.run('sh', '-c', 'rm -rf /var/lib/bawaba/*')
  const copies = join(machine.root, 'mnt')
  for (const name of await readdir(join(work, 'copies'))) await copyFile(join(work, 'copies', name), join(copies, name))
  await machine.run('sh', '-c', 'chmod a+r /mnt/*')
  await writeFile(join(machine.root, 'root/key'), key, { mode: 0o600 })
  await machine.run('sh', '-c', 'cat /root/key | bawaba restore /mnt --key -')
  await machine.run('systemctl', 'start', 'bawaba')
}

/** Removing keeps the school, installing again finds it, purging leaves nothing but copies. */
async function removeAndPurge(machine: Machine, file: string, origin: string, say: (line: string) => void) {
  const there = (path: string) => existsSync(join(machine.root, path))
  await machine.run('dpkg', '-r', 'bawaba')
  must(there('var/lib/bawaba/database') && there('etc/bawaba/bawaba.env'), 'data and settings outlive a removal')
  must(!there('usr/lib/bawaba'), 'no program outlives a removal')
  await copyFile(file, join(machine.root, 'root/bawaba.deb'))
  await machine.run('dpkg', '-i', '/root/bawaba.deb')
  await untilReady(origin)
  must(await hasSchool(origin), 'the school is there after installing again')
  await machine.run('dpkg', '-P', 'bawaba')
  must(!there('var/lib/bawaba') && !there('etc/bawaba') && !there('usr/lib/bawaba'), 'a purge leaves nothing')
  say('OPS-08: removed, installed again, purged')
}
