import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildDeb } from '../../.config/deploy/build-deb.ts'
import { buildImage } from '../../.config/deploy/build-image.ts'
import { buildRelease } from '../../.config/deploy/build-release.ts'
import { isThere, makeBareDebian, missingForMachines } from './machine.ts'
import { type Trial, trialSetting } from './trial.ts'

/*
 * `npm run release:try`: builds two releases and tries them as an administrator would, each on a Debian made for it: install, first
 * school with a till that sells, kill, upgrade, copy, another machine, restore, remove, purge (`package.spec.ts`); then the image, run
 * by runc (`image.spec.ts`). As root, with mmdebstrap; not part of `npm test`.
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

const bare = join(values.work, 'debian')
makeBareDebian(bare)
const work = mkdtempSync(join(values.work, 'run-'))
try {
  const trial = await build()
  const specs = trial.image === undefined ? ['package.spec'] : ['package.spec', 'image.spec']
  if (trial.image === undefined) say('The image is not tried: it needs runc.')
  execFileSync(join(root, 'node_modules/.bin/playwright'), ['test', '-c', 'tests/release.config.ts', ...specs], {
    cwd: root,
    env: { ...process.env, [trialSetting]: JSON.stringify(trial) },
    stdio: 'inherit',
  })
  say('All of it holds.')
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 10, retryDelay: 300 })
  execFileSync('sync')
}

/** Builds two releases of the present source, the second newer. */
async function build(): Promise<Trial> {
  const folder = join(work, 'release')
  const oldAsset = 'of-the-first-release-0123456.js'
  await buildRelease({ root, folder, previous: [], version: '0.1.0~try1' })
  // The client of both is the same; this file stands for what the newer one no longer has.
  writeFileSync(join(folder, 'dist/assets', oldAsset), 'export {}\n')
  const older = await buildDeb(folder, work, '0.1.0~try1', { packing: 'quick' })
  await buildRelease({ root, folder, previous: [], version: '0.1.0~try2' })
  if (existsSync(join(folder, 'dist/assets', oldAsset))) throw new Error('the client was not replaced')
  const newer = await buildDeb(folder, work, '0.1.0~try2', { packing: 'quick' })
  const image = isThere('runc') ? await buildImage(folder, work, '0.1.0') : undefined
  return { bare, work, packages: [older, newer], oldAsset, port: Number(values.port), image }
}
