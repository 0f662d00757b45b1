import { existsSync } from 'node:fs'
import { appendFile, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from '#tests/e2e/kit/stage.ts'
import { FirstTill } from './first-till.ts'
import { Machine } from './machine.ts'
import { createFirstSchool, hasSchool, untilReady } from './newcomer.ts'
import { must, readTrial, say } from './trial.ts'

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

test('OPS-08, OPS-09 by the guide alone: installed, killed, upgraded, copied, destroyed, restored elsewhere, and no sale of the till is lost', async ({
  visit,
  unpackNew,
}) => {
  const { bare, work, packages, oldAsset, port } = readTrial()
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
    const link = await createFirstSchool(origin, () =>
      first.run('journalctl', '-u', 'bawaba', '-o', 'cat', '--no-pager'),
    )
    say('the link of the journal created the first school')
    const till = await FirstTill.open({ port, link, visit, unpack: unpackNew })
    await till.sell(2)
    await till.expectSent()
    say('the school has a catalogue, a cashier and a till, which sells')

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

    await till.sell(1)
    await till.expectSent()
    const keys = await copyOf(first, work)
    await till.sell(2)
    await till.expectSent()
    say('the till sold before the copy and after it')
    await first.destroy()
    await till.sellAlone(3)
    say('the machine is destroyed, the till sells on')

    await second.switchOn()
    await install(second, newer, port)
    await untilReady(origin)
    await till.meetsEmptyServer(3)
    await bringBack(second, work, keys)
    await untilReady(origin)
    must(await hasSchool(origin), 'the school is there after the restore')
    say('restored on another machine')
    await till.expectSent()
    await till.goOn(5)
    await till.sell(1)
    await till.expectSent()
    say(await till.expectAllAtServer())

    await removeAndPurge(second, newer, origin)
  } finally {
    await first.destroy()
    await second.destroy()
  }
})

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

/** The private keys of copies and of the key of faces and PINs, as they are printed. */
interface PrivateKeys {
  copies: string
  keys: string
}

const places = { copies: '/var/backups/bawaba', keys: '/srv/keys' }

/** As the guide says: two pairs of keys, two places, a copy, which leaves the machine. */
async function copyOf(machine: Machine, work: string): Promise<PrivateKeys> {
  const copies = await machine.run('bawaba', 'backup', 'new-key')
  const keys = await machine.run('bawaba', 'backup', 'new-key')
  await machine.run('install', '-d', '-o', 'bawaba', '-g', 'bawaba', places.keys)
  const recipientOf = (printed: string) => /age1\w+/.exec(printed)?.[0] ?? ''
  const settings = [
    `BACKUP_TO=${places.copies}`,
    `BACKUP_RECIPIENTS=${recipientOf(copies)}`,
    `BACKUP_KEYS_TO=${places.keys}`,
    `BACKUP_KEYS_RECIPIENTS=${recipientOf(keys)}`,
    '',
  ]
  await appendFile(join(machine.root, 'etc/bawaba/bawaba.env'), settings.join('\n'))
  await machine.run('systemctl', 'restart', 'bawaba')
  say((await machine.run('bawaba', 'backup')).trim().split('\n').at(-1) ?? '')
  for (const [name, place] of Object.entries(places)) await carry(join(machine.root, place), join(work, name))
  return { copies, keys }
}

async function bringBack(machine: Machine, work: string, { copies, keys }: PrivateKeys): Promise<void> {
  await machine.run('systemctl', 'stop', 'bawaba')
  await machine.run('sh', '-c', 'rm -r /var/lib/bawaba/*')
  for (const name of Object.keys(places)) await carry(join(work, name), join(machine.root, 'mnt', name))
  await machine.run('chmod', '-R', 'a+rX', '/mnt')
  await writeFile(join(machine.root, 'root/key'), copies, { mode: 0o600 })
  await writeFile(join(machine.root, 'root/key-of-keys'), keys, { mode: 0o600 })
  await machine.run('sh', '-c', 'cat /root/key | bawaba restore /mnt/copies --key -')
  await machine.run('sh', '-c', 'cat /root/key-of-keys | bawaba restore /mnt/keys/*.keys.age --key -')
  await machine.run('systemctl', 'start', 'bawaba')
}

/** Copies the files of a folder. */
async function carry(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) await copyFile(join(from, name), join(to, name))
}

/** Removing keeps the school, installing again finds it, purging leaves nothing but copies. */
async function removeAndPurge(machine: Machine, file: string, origin: string): Promise<void> {
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
