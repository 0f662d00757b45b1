import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildDeb } from './build-deb.ts'
import { buildImage } from './build-image.ts'
import { buildRelease } from './build-release.ts'
import { isThere, makeBareDebian, missingForMachines } from './try/machine.ts'
import { tryImage } from './try/try-image.ts'
import { tryPackage } from './try/try-package.ts'

/*
 * `npm run release:try`: builds two releases and tries them as an administrator would, each on a Debian made for it: install, first
 * school, kill, upgrade, copy, another machine, restore, remove, purge; then the image, run by runc. As root, with mmdebstrap; not part of `npm test`.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const say = (line: string) => void process.stdout.write(`${line}\n`)
const { values } = parseArgs({
  options: {
    work: { type: 'string', default: join(root, 'dist-release/try') },
    port: { type: 'string', default: '3900' },
  },
})

const missing = missingForMachines()
if (missing !== undefined) {
  say(`Not tried: ${missing}.`)
  process.exit(0)
}

mkdirSync(values.work, { recursive: true })
const bare = join(values.work, 'debian')
makeBareDebian(bare)
const work = mkdtempSync(join(values.work, 'run-'))
const port = Number(values.port)
const oldAsset = 'of-the-first-release-0123456.js'
try {
  const folder = join(work, 'release')
  await buildRelease({ root, folder, previous: [], version: '0.1.0~try1' })
  // The client of both is the same; this file stands for what the newer one no longer has.
  writeFileSync(join(folder, 'dist/assets', oldAsset), 'export {}\n')
  const older = await buildDeb(folder, work, '0.1.0~try1', { packing: 'quick' })
  await buildRelease({ root, folder, previous: [], version: '0.1.0~try2' })
  if (existsSync(join(folder, 'dist/assets', oldAsset))) throw new Error('the client was not replaced')
  const newer = await buildDeb(folder, work, '0.1.0~try2', { packing: 'quick' })
  await tryPackage({ bare, work, packages: [older, newer], oldAsset, port, say })
  if (isThere('runc')) await tryImage(await buildImage(folder, work, '0.1.0'), join(work, 'image'), port, say)
  else say('The image is not tried: it needs runc.')
  say('All of it holds.')
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
  execFileSync('sync')
}
