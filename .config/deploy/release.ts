import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildRelease } from './build-release.ts'

/* `npm run release`: builds the folder of a release in `dist-release/bawaba`; with `deb` or `image` also its package or image. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const say = (line: string) => void process.stdout.write(`${line}\n`)

const { values } = parseArgs({
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
