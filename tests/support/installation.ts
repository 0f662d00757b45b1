import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filledFolder, freePort, holdServer, type Served } from './served/served-school.ts'
import { childEnv } from '#tests/support/served/child-env.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sources = ['.config', 'public', 'src', 'sw', 'index.html', 'package.json', 'package-lock.json', 'vite.config.ts']

/** One replacement in one source file: what a programmer changed for the next release. */
export interface Edit {
  path: string
  from: string
  to: string
}

/** A school's own installation: a copy of the project, started and upgraded as its IT team does it. */
export interface Installation extends Served {
  /** Another release over the same data at the same address: built as `npm start` builds it, then served. @returns its name */
  upgrade(...edits: Edit[]): Promise<string>
  /** Long after an upgrade: what open pages of earlier releases might still ask for is no longer kept. */
  forgetEarlierReleases(): Promise<void>
}

/** Where a page says which release it is: `document.documentElement.dataset.release`. */
const marker: Omit<Edit, 'to'> = { path: 'src/client/main.tsx', from: 'const started = start()' }

/** Copies the project, builds its first release from the copy, and starts it with the two demo schools (served-school.ts). */
export async function install(): Promise<Installation> {
  const home = await mkdtemp(join(tmpdir(), 'bawaba-home-'))
  for (const name of sources) await cp(join(root, name), join(home, name), { recursive: true })
  const filled = process.env[filledFolder]
  if (filled !== undefined) await cp(filled, join(home, 'data'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(home, 'node_modules'))
  const originals = new Map<string, string>()
  const edit = async ({ path, from, to }: Edit) => {
    const file = join(home, path)
    const text = await readFile(file, 'utf8')
    if (!text.includes(from)) throw new Error(`${path} does not say ${from} any more`)
    if (!originals.has(file)) originals.set(file, text)
    await writeFile(file, text.replace(from, to))
  }
  let releases = 0
  const release = async (edits: readonly Edit[]) => {
    for (const [file, text] of originals) await writeFile(file, text)
    releases += 1
    const to = `${marker.from}\ndocument.documentElement.dataset['release'] = '${releases}'`
    for (const each of [{ ...marker, to }, ...edits]) await edit(each)
    return String(releases)
  }
  await release([])
  const server = holdServer({
    port: await freePort(),
    dataDir: join(home, 'data'),
    begin: (settings) =>
      spawn(process.execPath, [join(home, '.config/start.mjs')], {
        cwd: home,
        env: childEnv(settings),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  })
  await server.start()
  return {
    ...server,
    // What the bundler warns of while it builds is not the server's word.
    errors: () => server.errors().filter((line) => !line.startsWith(' WARN ')),
    upgrade: async (...edits) => {
      await server.stop()
      const name = await release(edits)
      await server.start()
      return name
    },
    forgetEarlierReleases: async () => {
      await rm(join(home, 'dist-previous'), { recursive: true, force: true })
      // The server lists its files again when the page has changed.
      await utimes(join(home, 'dist/index.html'), new Date(), new Date())
    },
    remove: async () => {
      await server.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
