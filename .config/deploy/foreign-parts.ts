import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { typesetterOf } from './bundle-server.ts'

const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/** Names a processor as Debian and container images do. */
export function debianArchOf(arch: string): string {
  const name = architectures[arch]
  if (name === undefined) throw new Error(`there is no release for ${arch}, but for x64 and arm64`)
  return name
}

const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
})

/**
 * Replaces the parts of a release that are made for one processor by those of another: Node and the native typesetter. They come from
 * the npm registry, in the versions of this project.
 */
export async function bringForeignParts(root: string, release: string, arch: string): Promise<void> {
  const { packages } = Lock.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')))
  const typesetter = packages[`node_modules/${typesetterOf(arch)}`]
  if (typesetter?.version === undefined) throw new Error(`package-lock.json has no ${typesetterOf(arch)}`)
  const work = await mkdtemp(join(tmpdir(), 'bawaba-foreign-'))
  try {
    const node = await unpack(work, `node-linux-${arch}`, process.version.slice(1))
    await copyFile(join(node, 'bin/node'), join(release, 'node/node'))
    await copyFile(join(node, 'LICENSE'), join(release, 'node/LICENSE'))
    const letters = await unpack(work, typesetterOf(arch), typesetter.version, typesetter.integrity)
    await rm(join(release, 'node_modules', typesetterOf(process.arch)), { recursive: true })
    await cp(letters, join(release, 'node_modules', typesetterOf(arch)), { recursive: true })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

/** Fetches a package that npm would not install on this processor. @returns its folder */
async function unpack(work: string, name: string, version: string, integrity?: string): Promise<string> {
  const folder = join(work, name)
  await mkdir(folder, { recursive: true })
  const said = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, `${name}@${version}`], {
    encoding: 'utf8',
    cwd: work,
  })
  const archive = join(folder, said.trim())
  const sum = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`
  if (integrity !== undefined && sum !== integrity) throw new Error(`${name} is not what package-lock.json names`)
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '--no-same-owner', '-C', folder])
  await rm(archive)
  return folder
}
