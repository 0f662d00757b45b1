import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const stampFile = join(dist, '.inputs')
const inputs = ['index.html', 'vite.config.ts', 'package-lock.json', '.config', 'public', 'src', 'sw']
const notOfClient = ['src/server', '.config/deploy'].map((path) => join(root, path))
const previousDays = 60

/**
 * Builds the client unless `dist` was built from exactly these sources.
 * @returns false when the build failed, after reporting why.
 */
export async function buildClientIfNeeded(): Promise<boolean> {
  const stamp = await hashOfInputs()
  const built = await readFile(stampFile, 'utf8').catch(() => '')
  if (built === stamp && existsSync(join(dist, 'index.html'))) return true
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  if (!existsSync(vite)) {
    process.stderr.write('The client must be built and Vite is not installed: run npm ci first.\n')
    return false
  }
  process.stdout.write('Building the client …\n')
  await keepPreviousAssets()
  if (!(await run(vite))) return false
  await writeFile(stampFile, stamp)
  return true
}

/** Keeps previous assets: tabs open during an update still request the old files, so the server serves them for a while. */
async function keepPreviousAssets() {
  const from = join(dist, 'assets')
  const to = join(root, 'dist-previous/assets')
  for (const path of await filesBelow(from)) {
    const kept = join(to, relative(from, path))
    await mkdir(dirname(kept), { recursive: true })
    // The same name is the same content: the first copy's age counts.
    await copyFile(path, kept, constants.COPYFILE_EXCL).catch(() => {})
  }
  const oldest = Date.now() - previousDays * 24 * 3_600_000
  for (const path of await filesBelow(to)) {
    if ((await stat(path)).mtimeMs < oldest) await rm(path)
  }
}

const run = (vite: string) =>
  new Promise<boolean>((resolve) => {
    // Settings for choosing a school do not make another client: the build is always the production one.
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: root, env, stdio: 'inherit' })
    child.once('error', () => resolve(false))
    child.once('exit', (code) => resolve(code === 0))
  })

async function hashOfInputs(): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await Promise.all(inputs.map((input) => filesBelow(join(root, input))))).flat()) {
    hash.update(`${relative(root, file)}\0`).update(await readFile(file))
  }
  return hash.digest('hex')
}

/** Lists files, sorted; the server's own sources, recipes of operation and tests are not part of the client. */
async function filesBelow(path: string): Promise<string[]> {
  const info = await stat(path).catch(() => undefined)
  if (!info || notOfClient.includes(path) || path.endsWith('.test.ts')) return []
  if (info.isFile()) return [path]
  const names = (await readdir(path)).toSorted()
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat()
}
