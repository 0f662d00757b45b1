import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildDeb } from './build-deb.ts'
import { buildImage } from './build-image.ts'
import { buildRelease } from './build-release.ts'

/*
 * `npm run release`: builds the folder of a release in `dist-release/bawaba`; `-- deb` and `-- image` also its Debian package and its
 * container image. `--previous folder` keeps the assets of one more earlier release inside, `--version` names another version,
 * `--arch arm64` builds for another processor, in `dist-release/bawaba-arm64`.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const say = (line: string) => void process.stdout.write(`${line}\n`)

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(root, 'dist-release') },
    previous: { type: 'string', multiple: true, default: [] },
    version: { type: 'string' },
    arch: { type: 'string', default: process.arch },
  },
})

const { out, previous, version, arch } = values
const folder = join(out, arch === process.arch ? 'bawaba' : `bawaba-${arch}`)
const manifest = await buildRelease({ root, folder, previous, version, arch })
say(`${folder}: ${manifest.version}, ${Object.keys(manifest.files).length} files, ${manifest.commit}`)
if (positionals.includes('deb')) say(await buildDeb(folder, out, manifest.version, { arch }))
if (positionals.includes('image')) say(await buildImage(folder, out, manifest.version, arch))
