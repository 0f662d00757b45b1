import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { debianArchOf } from './foreign-parts.ts'

/** What the container runs as; the volume belongs to it. */
const user = 10_001
const packages = 'ca-certificates,openssh-client,libstdc++6'

const account = `useradd --uid ${user} --user-group --no-create-home --home-dir /var/lib/bawaba --shell /usr/sbin/nologin bawaba`
const folders = `install -d -o ${user} -g ${user} -m 0700 /var/lib/bawaba /var/backups/bawaba`

/** What the image says of itself, as the Containerfile does. */
const configOf = (version: string) => ({
  User: `${user}:${user}`,
  Env: [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    'NODE_ENV=production',
    'DATA_DIR=/var/lib/bawaba',
    'LISTEN_ADDRESS=0.0.0.0',
    'DEMO_SCHOOLS=no',
    'CREDENTIALS_DIRECTORY=/run/secrets',
  ],
  Entrypoint: ['/usr/bin/bawaba'],
  Cmd: ['start'],
  WorkingDir: '/var/lib/bawaba',
  ExposedPorts: { '3000/tcp': {} },
  Volumes: { '/var/lib/bawaba': {} },
  StopSignal: 'SIGTERM',
  Labels: { 'org.opencontainers.image.title': 'bawaba', 'org.opencontainers.image.version': version },
})

const sha256 = (bytes: string) => createHash('sha256').update(bytes).digest('hex')

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Builds the image of a release as an OCI archive, from Debian's packages alone: `podman load` and `docker load` read it. Two layers: a
 * bare Debian, and the release. Needs root and mmdebstrap; for another processor than this machine's also qemu-user-static.
 * @returns its path
 */
export async function buildImage(
  release: string,
  out: string,
  version: string,
  arch: string = process.arch,
): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'bawaba-image-'))
  try {
    const layout = join(work, 'layout')
    const blobs = join(layout, 'blobs/sha256')
    mkdirSync(blobs, { recursive: true })
    const layers = [debianLayer(work, debianArchOf(arch)), releaseLayer(release, work)]
    const diffs = await Promise.all(layers.map(sha256Of))
    const described = layers.map((path, no) => {
      const hex = diffs[no] ?? ''
      const size = statSync(path).size
      renameSync(path, join(blobs, hex))
      return { mediaType: 'application/vnd.oci.image.layer.v1.tar', digest: `sha256:${hex}`, size }
    })
    const put = (mediaType: string, content: unknown) => {
      const text = JSON.stringify(content)
      writeFileSync(join(blobs, sha256(text)), text)
      return { mediaType, digest: `sha256:${sha256(text)}`, size: Buffer.byteLength(text) }
    }
    const created = new Date().toISOString()
    const config = put('application/vnd.oci.image.config.v1+json', {
      created,
      architecture: debianArchOf(arch),
      os: 'linux',
      config: configOf(version),
      rootfs: { type: 'layers', diff_ids: diffs.map((hex) => `sha256:${hex}`) },
      // Buildah builds on no image that does not tell where its layers come from.
      history: ['mmdebstrap', 'npm run release -- image'].map((made) => ({ created, created_by: made })),
    })
    const mediaType = 'application/vnd.oci.image.manifest.v1+json'
    const manifest = put(mediaType, { schemaVersion: 2, mediaType, config, layers: described })
    const name = `localhost/bawaba:${version}`
    const annotations = { 'org.opencontainers.image.ref.name': name }
    writeFileSync(
      join(layout, 'index.json'),
      JSON.stringify({ schemaVersion: 2, manifests: [{ ...manifest, annotations }] }),
    )
    // Engines older than Docker 25 read this in place of the index.
    const pathOf = ({ digest }: { digest: string }) => `blobs/${digest.replace(':', '/')}`
    const old = [{ Config: pathOf(config), RepoTags: [name], Layers: described.map(pathOf) }]
    writeFileSync(join(layout, 'manifest.json'), JSON.stringify(old))
    writeFileSync(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }))
    const file = join(out, `bawaba-${version}${arch === process.arch ? '' : `-${arch}`}.oci.tar`)
    tar(file, layout, readdirSync(layout))
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const tar = (file: string, folder: string, names: readonly string[], ...more: string[]) =>
  execFileSync('tar', ['--sort=name', '--numeric-owner', ...more, '-cf', file, '-C', folder, ...names])

function debianLayer(work: string, architecture: string): string {
  const file = join(work, 'debian.tar')
  const inside = (command: string) => `--customize-hook=chroot "$1" ${command}`
  const kept = ['--dpkgopt=path-exclude=/usr/share/man/*', '--dpkgopt=path-exclude=/usr/share/locale/*']
  const hooks = [inside(account), inside(folders)]
  execFileSync(
    'mmdebstrap',
    [
      '--quiet',
      `--architectures=${architecture}`,
      '--variant=minbase',
      `--include=${packages}`,
      ...kept,
      ...hooks,
      'bookworm',
      file,
    ],
    { stdio: 'inherit' },
  )
  return file
}

function releaseLayer(release: string, work: string): string {
  const stage = join(work, 'stage')
  const programs = join(stage, 'usr/lib')
  for (const folder of [programs, join(stage, 'usr/bin')]) mkdirSync(folder, { recursive: true, mode: 0o755 })
  execFileSync('cp', ['-a', release, join(programs, 'bawaba')])
  symlinkSync('../lib/bawaba/bin/bawaba', join(stage, 'usr/bin/bawaba'))
  const file = join(work, 'release.tar')
  tar(file, stage, ['usr'], '--owner=0', '--group=0')
  return file
}
