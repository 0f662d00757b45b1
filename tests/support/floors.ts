import { importsOf, targetOf } from './source.ts'

/** A room of the house: where it is, and which rooms its files may import. */
interface Room {
  at: string
  sees: string[]
}

const device = ['src/shared/', 'src/local/']
const clientGround = [...device, 'src/client/platform/']
const clientLook = ['src/client/ui/', 'src/client/theme/', 'src/client/i18n/']
const serverGround = ['src/shared/', 'src/server/kernel/', 'src/server/http/']

/** Who may import whom. The longest address that fits a file is its room; a room always sees itself. */
const rooms: Room[] = [
  { at: 'src/shared/kernel/', sees: [] },
  { at: 'src/shared/', sees: ['src/shared/'] },
  { at: 'src/local/', sees: device },
  { at: 'sw/', sees: device },
  { at: 'src/client/ui/', sees: ['src/shared/', ...clientLook] },
  { at: 'src/client/theme/', sees: ['src/shared/', ...clientLook, 'src/client/platform/'] },
  { at: 'src/client/i18n/', sees: ['src/shared/', ...clientLook, 'src/client/platform/', 'public/locales/'] },
  { at: 'src/client/platform/', sees: [...clientGround, ...clientLook, 'src/client/workers/'] },
  { at: 'src/client/workers/', sees: device },
  { at: 'src/client/features/', sees: [...clientGround, ...clientLook, 'src/client/features/'] },
  { at: 'src/client/shell/', sees: [...clientGround, ...clientLook] },
  { at: 'src/client/routes/', sees: ['src/shared/', 'src/client/'] },
  { at: 'src/client/', sees: [...device, 'src/client/'] },
  { at: 'src/server/kernel/', sees: ['src/shared/'] },
  { at: 'src/server/http/', sees: ['src/shared/', 'src/server/kernel/'] },
  { at: 'src/server/features/mail/', sees: [...serverGround, 'src/server/features/', 'public/locales/'] },
  { at: 'src/server/features/lists/', sees: [...serverGround, 'src/server/features/', 'public/locales/'] },
  { at: 'src/server/features/', sees: [...serverGround, 'src/server/features/'] },
  { at: 'src/server/db/', sees: ['src/shared/', 'src/server/kernel/', 'src/server/features/'] },
  { at: 'src/server/db/move.ts', sees: ['src/shared/', 'src/server/'] },
  { at: 'src/server/node/', sees: ['src/shared/', 'src/server/'] },
  { at: 'src/server/', sees: ['src/shared/', 'src/server/'] },
  { at: 'src/demo/', sees: ['src/'] },
  { at: 'tests/', sees: ['src/', 'sw/', 'tests/', '.config/face-assets.ts', '.config/deploy/'] },
]

/**
 * The domains, from the top to the bottom: a file of one may import from the same domain and from those below it, on every
 * layer. `src/README.md` says what each holds.
 */
export const domains = [
  'retention',
  'overview',
  'faces',
  'messaging',
  'admissions',
  'fees',
  'students',
  'documents',
  'forms',
  'consents',
  'pos',
  'recognition',
  'sync',
  'letters',
  'programs',
  'identity',
  'mail',
  'lists',
  'school',
  'audit',
]

/** The domain of a file that ships, or undefined for what serves all of them. */
export function domainOf(file: string): string | undefined {
  const name = /^src\/(?:(?:client|server)\/features|shared|local)\/([\w-]+)\//.exec(file)?.[1]
  return name !== undefined && domains.includes(name) ? name : undefined
}

const nodeRooms = ['src/server/node/', 'src/server/main.ts', 'src/server/db/move.ts']
const screenRooms = ['src/client/', 'src/demo/']

/** Packages with one door. What is not listed here may be used wherever it compiles. */
const doors: { packages: RegExp; rooms: string[] }[] = [
  { packages: /^ky(\/|$)/, rooms: ['src/local/kernel/http.ts'] },
  { packages: /^dexie/, rooms: ['src/local/'] },
  {
    packages:
      /^(node:|(age-encryption|aws4fetch|pg|pg-copy-streams|pino|prom-client|nodemailer|@hono\/node-server|drizzle-orm\/node-postgres)(\/|$))/,
    rooms: nodeRooms,
  },
  { packages: /^(hono|drizzle-orm)(\/|$)/, rooms: ['src/server/', 'src/demo/'] },
  { packages: /^@electric-sql\//, rooms: ['src/server/node/', 'src/demo/'] },
  {
    packages: /^(react|react-dom|react-i18next|i18next|jotai|@mantine\/[\w-]+|@tanstack\/[\w-]+)(\/|$)/,
    rooms: screenRooms,
  },
  {
    packages: /^altcha-lib(\/|$)/,
    rooms: ['src/server/features/identity/bot-protection/', 'src/local/proof-of-work/'],
  },
  { packages: /^libphonenumber-js(\/|$)/, rooms: ['src/shared/kernel/text/phone.rules.ts'] },
  { packages: /^qrcode-generator$/, rooms: ['src/shared/kernel/text/qr-path.rules.ts'] },
  { packages: /^(face-api\.js$|@tensorflow\/)/, rooms: ['src/client/workers/face/'] },
  { packages: /^workbox-window(\/|$)/, rooms: ['src/client/platform/'] },
  { packages: /^workbox-(?!window)/, rooms: ['sw/'] },
]

/** Rooms where only what is listed may come from outside the house. */
const pure: { at: string; packages: RegExp }[] = [
  { at: 'src/shared/', packages: /^(zod|@noble\/hashes|libphonenumber-js|qrcode-generator)(\/|$)/ },
  { at: 'src/local/', packages: /^(zod|dexie|ky|altcha-lib)(\/|$)/ },
  { at: 'sw/', packages: /^workbox-/ },
]

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('tests/')
const floorOf = (file: string) => /^(src\/[^/]+\/|sw\/|tests\/)/.exec(file)?.[0] ?? ''
/** Admissions moves the row that the file of a child is: the one table that two domains read. */
const isStudentRow = (file: string) => /\/students\/student(-change)?\.(table|view)\.ts$/.test(file)

const roomOf = (file: string): Room | undefined =>
  rooms.filter((room) => file.startsWith(room.at)).toSorted((a, b) => b.at.length - a.at.length)[0]

function refuseFile(file: string, target: string): string | undefined {
  const room = roomOf(file)
  if (!room) return 'stands in no room of the house'
  const [own, other] = [domainOf(file), domainOf(target)]
  const isServer = file.startsWith('src/server/features/') && target.startsWith('src/server/features/')
  if (isServer && own !== other && !isTest(file) && !target.endsWith('.service.ts') && !isStudentRow(target))
    return "may use another domain's .service.ts only"
  // A test beside its source may build what it needs from its whole floor, and with the tests' own tools.
  const sees = isTest(file) ? [...room.sees, floorOf(file), 'src/shared/', 'tests/support/'] : [...room.sees, room.at]
  return sees.some((address) => target.startsWith(address))
    ? undefined
    : `may not look into ${floorOf(target) || target}`
}

function refusePackage(file: string, name: string, typeOnly: boolean): string | undefined {
  if (isTest(file)) return undefined
  const closed = pure.find((room) => file.startsWith(room.at) && !room.packages.test(name))
  if (closed) return `${closed.at} is kept free of this package`
  // A type leaves nothing behind, so it can't carry Node into a browser.
  if (typeOnly && file.startsWith('src/server/')) return undefined
  const door = doors.find((each) => each.packages.test(name))
  return !door || door.rooms.some((room) => file.startsWith(room))
    ? undefined
    : `has its door in ${door.rooms.join(', ')}`
}

/** Judges every import of one file. Returns one sentence for each that the house does not allow. */
export function judge(file: string, text: string): string[] {
  return importsOf(text).flatMap(({ specifier, typeOnly }) => {
    const target = targetOf(file, specifier)
    const reason = 'file' in target ? refuseFile(file, target.file) : refusePackage(file, target.package, typeOnly)
    return reason ? [`${file}: '${specifier}' ${reason}`] : []
  })
}

/** Imports of one file, in the text given, from a domain above its own: `[file, target]` pairs. */
export function upwardImports(file: string, text: string): [string, string][] {
  const own = domainOf(file)
  if (!own || isTest(file)) return []
  return importsOf(text).flatMap(({ specifier }): [string, string][] => {
    const target = targetOf(file, specifier)
    const other = 'file' in target ? domainOf(target.file) : undefined
    return 'file' in target && other && domains.indexOf(other) < domains.indexOf(own) ? [[file, target.file]] : []
  })
}
