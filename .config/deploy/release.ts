import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildDeb } from './build-deb.ts'
import { buildImage } from './build-image.ts'
import { buildRelease } from './build-release.ts'

/*
 * `npm run release`: builds the folder of a release in `dist-release/bawaba`; `-- deb` and `-- image` also its Debian package and its
 * container image. `--previous folder` keeps the assets of one more earlier release inside, `--version` names another version.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const say = (line: string) => void process.stdout.write(`${line}\n`)

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: join(root, 'dist-release') },
    previous: { type: 'string', multiple: true, default: [] },
    version: { type: 'string' },
  },
})

const folder = join(values.out, 'bawaba')
const manifest = await buildRelease({ root, folder, previous: values.previous, version: values.version })
say(`${folder}: ${manifest.version}, ${Object.keys(manifest.files).length} files, ${manifest.commit}`)
if (positionals.includes('deb')) say(await buildDeb(folder, values.out, manifest.version))
if (positionals.includes('image')) say(await buildImage(folder, values.out, manifest.version))
