import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk that is full when a test wants it to be. */
export interface SmallDisk {
  /** Where anyone who runs `inside` finds it. */
  folder: string
  /** Where this process finds it. */
  reach: string
  /** A command that runs others where the disk is. */
  inside: readonly string[]
  /** Leaves room for this many bytes and no more. */
  fill(leaveBytes: number): void
  makeRoom(): void
  remove(): Promise<void>
}

const size = '256m'

/** A file system of its own in memory: mounted by root, or by anybody in a user namespace. */
export async function openSmallDisk(): Promise<SmallDisk> {
  const folder = mkdtempSync(join(tmpdir(), 'bawaba-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    return inNamespace(folder)
  }
  return diskAt(folder, folder, [], async () => {
    execFileSync('umount', ['-l', folder])
  })
}

/** Somebody stays in the namespace, for it lives as long as there is somebody in it. */
async function inNamespace(folder: string): Promise<SmallDisk> {
  const script = `mount -t tmpfs -o size=${size},mode=0700 tmpfs "$0" && echo mounted && read _`
  const holder = spawn('unshare', ['-U', '-m', '--map-root-user', 'sh', '-c', script, folder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(holder, 'exit').catch(() => undefined)
  const mounted = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)])
  if (!mounted) {
    rmSync(folder, { recursive: true, force: true })
    throw new Error('The test of a full disk needs a small file system: run it as root, or allow user namespaces.')
  }
  const inside = ['nsenter', '-t', String(holder.pid), '-U', '-m', '--preserve-credentials']
  return diskAt(folder, `/proc/${holder.pid}/root${folder}`, inside, async () => {
    holder.stdin.end()
    await ended
  })
}

function diskAt(folder: string, reach: string, inside: string[], unmount: () => Promise<void>): SmallDisk {
  const ballast = join(reach, 'ballast')
  return {
    folder,
    reach,
    inside,
    fill: (leaveBytes) => {
      const { bavail, bsize } = statfsSync(reach)
      try {
        for (let left = bavail * bsize - leaveBytes; left > 0; left -= 2 ** 20)
          appendFileSync(ballast, Buffer.alloc(Math.min(left, 2 ** 20)))
      } catch (error) {
        // Somebody else has taken the rest meanwhile.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove: async () => {
      await unmount()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
