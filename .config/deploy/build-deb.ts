import { execFileSync } from 'node:child_process'
import { chmod, copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { debianArchOf } from './foreign-parts.ts'
import { filesBelow } from './previous-assets.ts'

const recipes = fileURLToPath(new URL('debian/', import.meta.url))

const controlOf = (version: string, architecture: string, installedKb: number) => `Package: bawaba
Version: ${version}
Architecture: ${architecture}
Maintainer: Bawaba <bawaba@localhost>
Installed-Size: ${installedKb}
Depends: libc6 (>= 2.28), libstdc++6, adduser, util-linux
Recommends: ca-certificates
Suggests: caddy, postgresql (>= 15), openssh-client
Section: web
Priority: optional
Description: server of a school: admissions, fees and tills
 One bilingual, offline-capable web app (English, Arabic) with its own
 server, its own Node and an embedded database.
`

interface DebOptions {
  /** Processor of the release, as Node names it. */
  arch?: string
  /** `quick` for a trial. */
  packing?: 'small' | 'quick'
}

/** Packs the folder of a release as a Debian package, owned by root. @returns its path */
export async function buildDeb(
  release: string,
  out: string,
  version: string,
  { arch = process.arch, packing = 'small' }: DebOptions = {},
): Promise<string> {
  const architecture = debianArchOf(arch)
  const stage = await mkdtemp(join(tmpdir(), 'bawaba-deb-'))
  try {
    await chmod(stage, 0o755)
    for (const folder of ['DEBIAN', 'usr/bin', 'usr/lib/systemd/system', 'etc/bawaba/secrets']) {
      await mkdir(join(stage, folder), { recursive: true, mode: 0o755 })
    }
    await cp(release, join(stage, 'usr/lib/bawaba'), { recursive: true, verbatimSymlinks: true })
    await symlink('../lib/bawaba/bin/bawaba', join(stage, 'usr/bin/bawaba'))
    await copyFile(join(recipes, 'bawaba.service'), join(stage, 'usr/lib/systemd/system/bawaba.service'))
    await copyFile(join(recipes, 'bawaba.env'), join(stage, 'etc/bawaba/bawaba.env'))
    for (const script of ['postinst', 'prerm', 'postrm']) {
      await copyFile(join(recipes, script), join(stage, 'DEBIAN', script))
      await chmod(join(stage, 'DEBIAN', script), 0o755)
    }
    await writeFile(join(stage, 'DEBIAN/conffiles'), '/etc/bawaba/bawaba.env\n')
    const installedKb = Number(execFileSync('du', ['-sk', stage], { encoding: 'utf8' }).split('\t')[0])
    await writeFile(join(stage, 'DEBIAN/control'), controlOf(version, architecture, installedKb))
    await writeSums(stage)
    const file = join(out, `bawaba_${version}_${architecture}.deb`)
    execFileSync(
      'dpkg-deb',
      ['--root-owner-group', ...(packing === 'small' ? ['-Zxz', '-z3'] : ['-Zgzip', '-z1']), '--build', stage, file],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    return file
  } finally {
    await rm(stage, { recursive: true, force: true })
  }
}

/** Sums by which `dpkg --verify` finds changed files. */
async function writeSums(stage: string): Promise<void> {
  const files = (await filesBelow(stage)).filter((path) => !path.startsWith('DEBIAN/') && !path.startsWith('etc/'))
  const sums = execFileSync('md5sum', ['--', ...files], { cwd: stage, encoding: 'utf8', maxBuffer: 2 ** 24 })
  await writeFile(join(stage, 'DEBIAN/md5sums'), sums)
}
