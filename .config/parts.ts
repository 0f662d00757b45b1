import { type Part, part } from './part.ts'

/** Packages of the first load that change only when we upgrade them: their file name survives most releases. */
const vendor =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/][\w-]+|jotai|i18next|react-i18next|html-parse-stringify|void-elements|use-sync-external-store|cookie-es|seroval|seroval-plugins)[\\/]/

/**
 * The parts of Mantine that the sign-in needs, and no more: by how often a part is shared the bundler would put everything
 * that any two screens use into the first load.
 */
const entryMantine =
  /node_modules[\\/](clsx|@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](Input|InputBase|TextInput)))[\\/]|mantine\.css/

const firstLoad: Part[] = [
  part('vendor', vendor),
  // What nearly every page has around it, and what later parts share with the entry: that one names the file of every page and
  // so is new with each release, and whatever imports it as well. Before Mantine, whose theme would draw it into its own file.
  part('frame'),
  part('mantine', entryMantine),
  // What every page with a form on it needs before a family can type.
  part('form'),
]

const light: Part[] = [
  part('mantine-more', /@mantine[\\/]core[\\/]/),
  part('hash', /node_modules[\\/]@noble[\\/]/),
  part('bits'),
  part('base'),
  part('roles'),
  // Rules that forms, tills and the office share, none of them needed at first.
  part('rules'),
  part('phones', /libphonenumber-js/),
  // Pages that a link opens: what they say when it is over, and the way to save their documents.
  part('links'),
  // A form fetches it ahead when something is missing: without Mantine.
  part('error-summary'),
  part('entry'),
  part('account'),
  part('account-steps'),
  part('screen'),
  // Passkeys and accounts of the school's own, a moment after the sign-in is there.
  part('other-ways'),
  part('paper'),
  part('form-parts'),
  part('chooser'),
  part('settle', /workbox-window/),
  // What a scanner sent, and what a second screen shows.
  part('hardware-base'),
]

const withDatabase: Part[] = [part('dexie', /node_modules[\\/]dexie[\\/]/), part('core'), part('device')]

const withCalls: Part[] = [
  part('zod', /node_modules[\\/]zod[\\/]/),
  // What every call needs: its fields, who is signed in, the school.
  part('contract'),
  part('device-calls'),
  part('form-calls'),
  // With ky, which nothing else needs.
  part('calls'),
  // What pages that sign somebody in send: a till needs none of it.
  part('sign-in-calls'),
  part('draft-transfer'),
  // Of the till's calls, what families and the office need as well.
  part('food'),
  part('till-calls'),
  part('sender'),
  // Lists as they were last read, and what is unsent of a desk: for the frame of all pages behind the sign-in.
  part('offline-state'),
  part('fee-calls'),
  // What several of the parts below share: without these two, the first of them would be fetched with all the others.
  part('desk-calls'),
  part('desk-parts'),
]

/** Screens behind the sign-in and pages that a link opens. */
const screens: Part[] = [
  // The home of a family and the frame around all that it opens: neither Mantine nor a database.
  part('family'),
  // Before the pages within it: what both need is the frame's, which can do without any of them.
  part('desk-frame'),
  part('appointment-days'),
  part('after-form'),
  part('till'),
  // What a till needs a moment after it is there: following the cart, keys, parked carts.
  part('till-later'),
  part('till-sheets'),
  // Scanners at once, printers, drawer and second screen with the first idle moment; how they are set up when it is asked for.
  part('hardware'),
  part('hardware-sheet'),
  // Who opens one of these pages goes on to the next; the other two face pages need a form and a database.
  part('face-desk'),
  part('counter'),
  // Families need these as well, and nothing else of what stands with the students.
  part('offer-state'),
  part('offer'),
  part('document'),
  // The list of students and a file of it: where staff begin their day, and fetched as one.
  part('students'),
  part('fees'),
  // Who leads an office goes from one of these to the other, and each name that is saved is saved in every first load.
  part('office'),
  part('profile'),
  part('answers'),
  part('sales'),
  part('settings'),
]

/**
 * Which modules share a file: those whose first line names the same chunk. By itself the bundler makes a file of everything that
 * the same set of pages uses: some hundred are smaller than what a file costs, and each is fetched, kept and counted by the
 * service worker on every device. What is needed at the same time by the same people goes together here. The order counts: with
 * a module goes what it needs, unless an earlier part has it, so what many use comes first, and nothing light stands in one part
 * with what needs zod, Mantine or a database. `tests/support/size.ts` says what a first visit pays.
 */
export const parts: Part[] = [...firstLoad, ...light, ...withDatabase, ...withCalls, ...screens]
