import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildClientIfNeeded } from '../build-client.ts'
import { noticeOf } from '../notices.ts'
import { bundleServer, loadsFiles, typesetterOf } from './bundle-server.ts'
import { copyPackages } from './copy-packages.ts'
import { bringForeignParts } from './foreign-parts.ts'
import { filesBelow, keepPreviousAssets } from './previous-assets.ts'
import { provePrograms } from './prove-programs.ts'
import { makeSbom } from './sbom.ts'

/** Everything that a release says about itself, in `manifest.json`. */
interface Manifest {
  version: string
  commit: string
  builtAt: string
  node: string
  platform: string
  /** SHA-256 of each file, in hexadecimal, by its path. */
  files: Record<string, string>
  previousAssets: Record<string, string>
}

export interface ReleaseOptions {
  root: string
  /** Folder of the release; an earlier one there is replaced, and its assets are kept inside. */
  folder: string
  /** Folders of other earlier releases whose assets are kept. */
  previous: readonly string[]
  /** Version in place of that of `package.json`. */
  version?: string | undefined
  /** Processor that it is for, as Node names it; this machine's unless given. */
  arch?: string
}

/** Builds the folder of a release, whole or not at all. */
export async function buildRelease(options: ReleaseOptions): Promise<Manifest> {
  const { root, folder, previous, version, arch = process.arch } = options
  if (!(await buildClientIfNeeded())) throw new Error('the client could not be built')
  const unfinished = `${folder}.new`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  await cp(join(root, 'dist'), join(unfinished, 'dist'), { recursive: true })
  const now = new Date()
  const previousAssets = await keepPreviousAssets([...previous, folder], unfinished, now.getTime())
  await gatherServer(root, unfinished)
  const name = await writePackage(root, unfinished, version)
  await writeFile(join(unfinished, 'sbom.json'), `${JSON.stringify(await makeSbom(root, name), null, 2)}\n`)
  await provePrograms(unfinished)
  // They were proven by the Node of this machine: the programs are the same.
  if (arch !== process.arch) await bringForeignParts(root, unfinished, arch)
  const node = process.version
  const platform = `${process.platform}-${arch}`
  const about = { version: name, commit: commitOf(root), builtAt: now.toISOString(), node, platform }
  const manifest: Manifest = { ...about, files: await hashesOf(unfinished), previousAssets }
  await writeFile(join(unfinished, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await rm(folder, { recursive: true, force: true })
  await rename(unfinished, folder)
  return manifest
}

/** The server as JavaScript, what it reads beside it, the packages that load files, and Node. */
async function gatherServer(root: string, release: string): Promise<void> {
  const bundled = await bundleServer(root, release)
  for (const folder of ['src/server/db/migrations', 'src/server/node/typesetter']) {
    const names = await readdir(join(root, folder))
    await mkdir(join(release, folder), { recursive: true })
    for (const name of names.filter((each) => /\.(sql|typ)$/.test(each))) {
      await copyFile(join(root, folder, name), join(release, folder, name))
    }
  }
  await copyPackages(root, release, [...loadsFiles, typesetterOf(process.arch)])
  const notices = [...new Set(bundled.map(noticeOf))].toSorted()
  await writeFile(join(release, 'notices-server.txt'), notices.join('\n'))
  for (const folder of ['bin', 'node']) await mkdir(join(release, folder), { recursive: true })
  await copyFile(join(root, 'node_modules/node/bin/node'), join(release, 'node/node'))
  await copyFile(
    join(root, `node_modules/node/node_modules/node-linux-${process.arch}/LICENSE`),
    join(release, 'node/LICENSE'),
  )
  await copyFile(join(root, '.config/deploy/bawaba'), join(release, 'bin/bawaba'))
  await chmod(join(release, 'bin/bawaba'), 0o755)
  await cp(join(root, 'src/guides'), join(release, 'guides'), { recursive: true })
}

async function writePackage(root: string, release: string, version: string | undefined): Promise<string> {
  const source: { name: string; version: string; license: string } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  )
  const written = { name: source.name, version: version ?? source.version, license: source.license }
  await writeFile(
    join(release, 'package.json'),
    `${JSON.stringify({ ...written, private: true, type: 'module' }, null, 2)}\n`,
  )
  return written.version
}

async function hashesOf(release: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const path of await filesBelow(release)) {
    hashes[path] = createHash('sha256')
      .update(await readFile(join(release, path)))
      .digest('hex')
  }
  return hashes
}

function commitOf(root: string): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
    return `${git('rev-parse', 'HEAD')}${git('status', '--porcelain') === '' ? '' : ' (changed)'}`
  } catch {
    return 'unknown'
  }
}
