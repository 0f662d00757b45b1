/**
 * What a first visit downloads, as gzip, before a page is ready to work: entry and static imports, the page's own chunks
 * and those of its layout. Fails above the limits promised. `node tests/support/size.ts`, after a build.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

interface Page {
  name: string
  limit: number
  /** The same by Brotli, where that was promised too. */
  brotliLimit?: number
  /** Parts of module paths that the page loads besides the entry; each must be found in the build. */
  modules: string[]
}

/** What a family waits for that reads Arabic; who reads English waits for none. */
const fontLimit = 50_000

const route = (name: string, type = 'tsx') => `src/client/routes/${name}.${type}`

// Every screen that there is costs every page its line in the list of routes.
const pages: Page[] = [
  {
    name: 'admission-dates',
    limit: 150_000,
    modules: [route('_plain/admission-dates')],
  },
  {
    name: 'sign-in',
    limit: 160_000,
    modules: [route('_unauthenticated'), route('_unauthenticated/sign-in')],
  },
  {
    name: 'enquiry',
    limit: 150_000,
    brotliLimit: 130_000,
    // With the loader comes the file that has the form's screen as well (.config/parts.ts, `form`).
    modules: [route('-bring-form', 'ts')],
  },
  {
    name: 'consent',
    limit: 163_000,
    modules: [route('_plain/consent.$')],
  },
  {
    name: 'offer',
    limit: 160_000,
    modules: ['src/client/features/admissions/offer-page/offer-screen.tsx'],
  },
  {
    name: 'criteria',
    limit: 160_000,
    modules: [route('_plain/criteria.$code.$id')],
  },
  {
    name: 'appointment',
    limit: 160_000,
    modules: [route('_plain/appointment')],
  },
  {
    name: 'documents',
    limit: 160_000,
    modules: [route('_plain/documents')],
  },
  {
    name: 'fees of a payer',
    limit: 160_000,
    modules: ['src/client/features/fees/family/family-page.tsx'],
  },
  {
    name: 'home of a family',
    limit: 160_000,
    // With the frame around it, which is in the same file.
    modules: [route('_plain/family.$'), 'src/client/features/overview/family/family-page.tsx'],
  },
  {
    name: 'verify',
    limit: 155_000,
    modules: ['src/client/features/letters/issued/verify-screen.tsx'],
  },
  {
    name: 'subscribe',
    limit: 150_000,
    modules: [route('_plain/subscribe')],
  },
  {
    name: 'sign-up',
    limit: 162_000,
    modules: [route('_unauthenticated'), route('_unauthenticated/sign-up')],
  },
  {
    name: 'setup',
    limit: 155_000,
    modules: [route('_plain/setup')],
  },
  {
    name: 'verify-account',
    limit: 162_000,
    modules: [route('_public'), route('_public/verify-account')],
  },
  {
    name: 'forgot-password',
    limit: 162_000,
    modules: [route('_unauthenticated'), route('_unauthenticated/forgot-password')],
  },
  {
    name: 'reset-password',
    limit: 162_000,
    modules: [route('_public'), route('_public/reset-password')],
  },
  {
    name: 'otp-authentication',
    limit: 162_000,
    modules: [route('_unauthenticated'), route('_unauthenticated/otp-authentication')],
  },
  {
    name: 'pos-sign-in',
    limit: 230_000,
    modules: [route('_unauthenticated'), route('_unauthenticated/pos-sign-in')],
  },
  {
    name: 'till',
    limit: 220_000,
    modules: [route('_authenticated/pos/index'), 'src/client/features/pos/till/shift/shift-gate.tsx'],
  },
]

/** What a family's page, a form and a till may fetch later must not bring the parts of an office along: by one import of one name, it would. */
const officeParts = [
  'counter',
  'students',
  'office',
  'fees',
  'settings',
  'sales',
  'profile',
  'answers',
  'face-desk',
  'desk-parts',
]
const tillParts = ['till', 'till-sheets', 'till-later', 'hardware', 'hardware-sheet', 'pos-self']

/** What is fetched after a page's first visit, by its module or by its part, and the parts that it may not need. */
const fetchedLater = [
  {
    entry: 'src/client/features/overview/family/family.api.ts',
    without: [...officeParts, ...tillParts, 'dexie', 'device'],
  },
  {
    entry: 'src/client/features/fees/family/family-fees.api.ts',
    without: [...officeParts, ...tillParts, 'dexie', 'device'],
  },
  { entry: 'other-ways', without: ['zod', 'calls', 'dexie', 'form-parts'] },
  { entry: 'src/client/features/sync/sync-state/components/sync-chip.tsx', without: [...officeParts, ...tillParts] },
  { entry: 'src/client/features/forms/fill/form-work.ts', without: [...officeParts, ...tillParts, 'zod', 'dexie'] },
  { entry: 'src/local/visitor/open-forms.ts', without: [...officeParts, ...tillParts, 'zod', 'contract', 'device'] },
  { entry: 'src/local/device/sending.ts', without: [...officeParts, 'till-sheets', 'form-parts'] },
  { entry: 'src/client/routes/_plain/pos-self.tsx', without: officeParts },
]

const dist = fileURLToPath(new URL('../../dist/', import.meta.url))
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, 'utf8'))

const gzipBytes = (file: string): number => gzipSync(readFileSync(dist + file), { level: 9 }).length
const brotliBytes = (file: string): number => brotliCompressSync(readFileSync(dist + file)).length

function withImports(keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue
    seen.add(key)
    withImports(manifest[key]?.imports ?? [], seen)
  }
  return seen
}

function keysOf(module: string): string[] {
  // What a route shows when something fails is fetched when something fails.
  const isShownAtFirst = (key: string) => !key.endsWith('errorComponent')
  const keys = Object.keys(manifest).filter((key) => key.split('?')[0] === module && isShownAtFirst(key))
  if (keys.length === 0) throw new Error(`${module} is in no chunk of this build: has the page moved?`)
  return keys
}

/** The parts that `entry` brings along though it may not. */
function needlessParts({ entry, without }: (typeof fetchedLater)[number]): string[] {
  const keys = entry.includes('/')
    ? keysOf(entry)
    : Object.keys(manifest).filter((key) => manifest[key]?.name === entry)
  if (keys.length === 0) throw new Error(`${entry} is no part of this build`)
  const names = [...withImports(keys)].flatMap((key) => manifest[key]?.name ?? [])
  return names.filter((name) => without.includes(name))
}

function weigh({ name, limit, brotliLimit = Number.POSITIVE_INFINITY, modules }: Page) {
  const chunks = [...withImports(['index.html', ...modules.flatMap(keysOf)])].flatMap((key) => manifest[key] ?? [])
  const scripts = new Set(['boot.js', ...chunks.map((chunk) => chunk.file)])
  const styles = new Set(chunks.flatMap((chunk) => chunk.css ?? []))
  const add = (files: Iterable<string>, bytesOf = gzipBytes) =>
    [...files].reduce((bytes, file) => bytes + bytesOf(file), 0)
  const total = add(scripts) + add(styles)
  const brotli = add([...scripts, ...styles], brotliBytes)
  const isTooHeavy = total > limit || brotli > brotliLimit
  return {
    page: name,
    files: scripts.size + styles.size,
    js: add(scripts),
    css: add(styles),
    total,
    limit,
    brotli,
    isTooHeavy,
  }
}

const rows = pages.map(weigh)
console.table(rows)
const tooHeavy = rows.filter((row) => row.isTooHeavy)
for (const { page, total, limit, brotli } of tooHeavy)
  console.error(`${page} has ${total} bytes of ${limit} (Brotli: ${brotli})`)

/** What index.html asks for at once: a page whose parts are found one after the other is late, and weighs the same. */
const preloads = [
  ...readFileSync(`${dist}index.html`, 'utf8').matchAll(/rel="modulepreload"[^>]*href="\/([^"]+)"/g),
].map(([, file]) => file)
const notPreloaded = [...withImports(['index.html'])]
  .flatMap((key) => manifest[key]?.file ?? [])
  .filter((file) => file !== manifest['index.html']?.file && !preloads.includes(file))
for (const file of notPreloaded)
  console.error(`${file} is part of every first load, and index.html does not ask for it`)

const fontBytes = globSync('assets/*arabic*.woff2', { cwd: dist }).reduce(
  (sum, file) => sum + statSync(dist + file).size,
  0,
)
console.log(`Arabic letters: ${fontBytes} bytes of ${fontLimit}`)
const areFontsRight = fontBytes > 0 && fontBytes <= fontLimit
if (!areFontsRight) console.error('the Arabic font is too large, or not there at all')
/** What a kiosk loads to recognise faces, besides models and WebAssembly. */
const facesLimit = 110_000
const faceScripts = globSync('assets/face-worker-*.js', { cwd: dist })
const faceBytes = faceScripts.reduce((sum, file) => sum + gzipBytes(file), 0)
console.log(`Recogniser of faces: ${faceBytes} bytes of ${facesLimit}`)
const areFacesLight = faceBytes > 0 && faceBytes <= facesLimit
if (!areFacesLight) console.error('the recogniser of faces is too heavy, or not there at all')

/** A family's phone keeps the app for later, and no tool for kiosks with it. */
const kept = readFileSync(`${dist}sw.js`, 'utf8')
const keptFaces = [...faceScripts, 'models/face/'].filter(
  (file) => kept.includes(`url:"${file}`) || kept.includes(`"url":"${file}`),
)
for (const file of keptFaces) console.error(`${file} is kept on every device: it has no place in the precache`)

/** Of a page, a font, a worker and the service worker: one of each says that all of their builds were read. */
const noticed = ['react', '@fontsource-variable/vazirmatn', '@tensorflow/tfjs-core', 'workbox-precaching']
const notices = readFileSync(`${dist}notices.txt`, 'utf8')
const unnoticed = noticed.filter((name) => !notices.includes(`\n${name} `))
for (const name of unnoticed) console.error(`the licence of ${name} is not in notices.txt`)

const needless = fetchedLater.filter((each) => needlessParts(each).length > 0)
for (const each of needless)
  console.error(
    `${each.entry} brings along ${needlessParts(each).join(', ')}: what they share belongs to a part of its own`,
  )

const isGood =
  tooHeavy.length + needless.length + notPreloaded.length + keptFaces.length + unnoticed.length === 0 &&
  areFontsRight &&
  areFacesLight
process.exit(isGood ? 0 : 1)
