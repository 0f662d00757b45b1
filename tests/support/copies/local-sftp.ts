import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installPackage } from '../postgres.ts'

const program = '/usr/sbin/sshd'

export interface LocalSftp {
  url: string
  sshConfig: string
  stop(): Promise<void>
}

/** Starts the system's SSH server for this user on a free port. */
export async function startSftp(): Promise<LocalSftp> {
  if (!existsSync(program) && !installPackage('openssh-server')) {
    throw new Error('The tests need the SSH server of the system: install the package "openssh-server".')
  }
  const base = mkdtempSync(join(tmpdir(), 'bawaba-sftp-'))
  const [host, key, folder] = [join(base, 'host'), join(base, 'key'), join(base, 'copies')]
  for (const path of [host, key]) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path])
  mkdirSync(folder)
  mkdirSync('/run/sshd', { recursive: true })
  writeFileSync(join(base, 'allowed'), readFileSync(`${key}.pub`), { mode: 0o600 })
  const port = await freePort()
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${host}`,
    `AuthorizedKeysFile ${join(base, 'allowed')}`,
    'StrictModes no',
    'PasswordAuthentication no',
    'PermitRootLogin yes',
    `PidFile ${join(base, 'pid')}`,
    'Subsystem sftp internal-sftp',
  ]
  writeFileSync(join(base, 'config'), `${config.join('\n')}\n`)
  const server = spawn(program, ['-D', '-e', '-f', join(base, 'config')], { stdio: 'ignore' })
  const ended = once(server, 'exit')
  await listening(port)
  const client = [
    `IdentityFile ${key}`,
    `UserKnownHostsFile ${join(base, 'known')}`,
    'StrictHostKeyChecking accept-new',
  ]
  writeFileSync(join(base, 'client'), `${client.join('\n')}\n`)
  return {
    url: `sftp://${userInfo().username}@127.0.0.1:${port}${folder}`,
    sshConfig: join(base, 'client'),
    stop: async () => {
      server.kill()
      await ended
      rmSync(base, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address ? address.port : 0
}

async function listening(port: number) {
  for (let n = 0; n < 200; n += 1) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return
    await wait(50)
  }
  throw new Error('the SSH server does not listen')
}
