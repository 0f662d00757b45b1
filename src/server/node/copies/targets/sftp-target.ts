import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { folderTarget } from './folder-target.ts'
import { type CopyTarget, isCopyFile } from './copy-target.ts'

/**
 * A folder of another machine, by the `sftp` of this one: its keys, its known hosts and its settings count. A file is uploaded beside its
 * name and renamed. @param to `sftp://user@host:port/folder`; the folder is absolute and exists
 */
export function sftpTarget(to: string, sshConfig: string | undefined): CopyTarget {
  const { username, hostname, port, pathname } = new URL(to)
  const folder = decodeURIComponent(pathname)
  const run = (commands: readonly string[], signal?: AbortSignal) =>
    runSftp({ user: decodeURIComponent(username), host: hostname, port, sshConfig }, commands, signal)
  return {
    kind: 'sftp',
    where: `sftp://${hostname}${pathname}`,
    write: async (name, chunks, signal) => {
      await withFolder(async (here) => {
        await folderTarget(here).write(name, chunks, signal)
        const unfinished = `${name}.${randomBytes(4).toString('hex')}.part`
        const commands = [
          `put ${quoted(join(here, name))} ${quoted(`${folder}/${unfinished}`)}`,
          // A leading minus lets a command fail: there may be no such file.
          `-rm ${quoted(`${folder}/${name}`)}`,
          `rename ${quoted(`${folder}/${unfinished}`)} ${quoted(`${folder}/${name}`)}`,
        ]
        await run(commands, signal).catch(async (error: unknown) => {
          await run([`-rm ${quoted(`${folder}/${unfinished}`)}`]).catch(() => {})
          throw error
        })
      })
    },
    read: (name) => download(name, folder, run),
    list: async () => {
      const lines = (await run([`ls -1 ${quoted(folder)}`])).split('\n')
      return lines.map((line) => line.trim().split('/').at(-1) ?? '').filter(isCopyFile)
    },
    remove: async (name) => void (await run([`-rm ${quoted(`${folder}/${name}`)}`])),
  }
}

type Run = (commands: readonly string[], signal?: AbortSignal) => Promise<string>

async function* download(name: string, folder: string, run: Run): AsyncGenerator<Uint8Array> {
  const here = await mkdtemp(join(tmpdir(), 'bawaba-copy-'))
  try {
    await run([`get ${quoted(`${folder}/${name}`)} ${quoted(join(here, name))}`])
    yield* createReadStream(join(here, name)) as AsyncIterable<Uint8Array>
  } finally {
    await rm(here, { recursive: true, force: true })
  }
}

async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const here = await mkdtemp(join(tmpdir(), 'bawaba-copy-'))
  try {
    await work(here)
  } finally {
    await rm(here, { recursive: true, force: true })
  }
}

const quoted = (path: string) => `"${path.replace(/["\\]/g, String.raw`\$&`)}"`

interface Server {
  user: string
  host: string
  port: string
  sshConfig: string | undefined
}

/** Runs commands of `sftp`. @returns what it printed @throws Error with its last line */
function runSftp(
  { user, host, port, sshConfig }: Server,
  commands: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const options = ['-q', '-b', '-', '-o', 'BatchMode=yes', '-o', 'ConnectTimeout=20']
  const more = [...(port === '' ? [] : ['-P', port]), ...(sshConfig === undefined ? [] : ['-F', sshConfig])]
  const child = spawn('sftp', [...options, ...more, user === '' ? host : `${user}@${host}`], {
    stdio: 'pipe',
    ...(signal && { signal }),
  })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (output.out += String(chunk)))
  child.stderr.on('data', (chunk) => (output.err += String(chunk)))
  child.stdin.on('error', () => {})
  child.stdin.end(`${commands.join('\n')}\n`)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve(output.out.replace(/^sftp>.*$/gm, ''))
      else reject(new Error(`sftp: ${output.err.trim().split('\n').at(-1) ?? `ended with ${code}`}`))
    })
  })
}
