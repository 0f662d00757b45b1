/**
 * Which modules share a file. By itself the bundler makes a file of everything that the same set of pages uses: some hundred
 * are smaller than what a file costs, and each is fetched, kept and counted by the service worker on every device. What is
 * needed at the same time by the same people goes together here. The order counts: with a module goes what it needs, unless
 * an earlier part has it, so what many use comes first, and nothing light stands in one part with what needs zod, Mantine or
 * a database. `tests/support/size.ts` says what a first visit pays.
 */
interface Part {
  name: string
  test: RegExp
}

/** `[folder, modules]`: any of these modules in this folder of src, as one expression; an asterisk is all that is in it. */
type Modules = readonly [folder: string, modules: string]

const escaped = (path: string): string => path.replaceAll('/', String.raw`[\\/]`)

const ours = (name: string, ...modules: Modules[]): Part => {
  const each = modules.map(([folder, names]) => `${escaped(folder)}[\\\\/]${names === '*' ? '' : `(${names})\\.`}`)
  return { name, test: new RegExp(`[\\\\/]src[\\\\/](${each.join('|')})`) }
}

/** Screens behind the sign-in: what stands in the first load for them, guard and address, is another module of that file. */
const staff = (name: string, routes: string): Part => ({
  name,
  test: new RegExp(`routes[\\\\/]_authenticated[\\\\/](${escaped(routes)})\\.tsx\\?tsr-split`),
})

/** Packages of the first load that change only when we upgrade them: their file name survives most releases. */
const vendor =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/][\w-]+|jotai|i18next|react-i18next|html-parse-stringify|void-elements|use-sync-external-store|cookie-es|seroval|seroval-plugins)[\\/]/

/**
 * The parts of Mantine that the sign-in needs, and no more: by how often a part is shared the bundler would put everything
 * that any two screens use into the first load.
 */
const entryMantine =
  /node_modules[\\/](clsx|@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](Input|InputBase|TextInput)))[\\/]|client[\\/]theme[\\/](mantine|theme)\.tsx?$|mantine\.css/

const firstLoad: Part[] = [
  { name: 'vendor', test: vendor },
  // What nearly every page has around it, and what later parts share with the entry: that one names the file of every page and
  // so is new with each release, and whatever imports it as well. Before Mantine, whose theme would draw it into its own file.
  ours(
    'frame',
    ['client/features/face-desk', 'pupil-search'],
    ['client/features/form-edit', 'form-search'],
    ['client/features/pos-report', 'report-filter'],
    ['client/features/submissions', 'submission-search'],
    ['client/i18n', 'bilingual|direction|i18n'],
    ['client/platform', '(use-)?busy|tenant|canary|entry-path|prefs|school.atoms|session|storage|store|update.atoms'],
    ['client/shell', 'footer|main-part|notice.module|school-mark|sign-out(?=.ts)|switches|sync-slot'],
    ['client/ui', 'action-button'],
    ['local', 'machine'],
    ['shared/kernel', 'time|ids|digits'],
    ['shared/rules', 'route-access.rules'],
  ),
  { name: 'mantine', test: entryMantine },
  // What every page with a form on it needs before a family can type.
  ours(
    'form',
    ['client/features/form', 'form-context'],
    ['client/features/form/screens', '(form|open-form)-screen'],
    ['client/platform', 'forms|form-source'],
    ['shared/rules', 'form-answers.rules'],
  ),
]

const light: Part[] = [
  { name: 'mantine-more', test: /@mantine[\\/]core[\\/]/ },
  { name: 'hash', test: /node_modules[\\/]@noble[\\/]|shared[\\/]kernel[\\/](hash|chain)\./ },
  ours(
    'bits',
    ['client/i18n', 'error-text'],
    ['client/platform', 'use-answer|use-link-token|use-now'],
    ['client/shell', 'notice'],
    ['client/ui', 'entry-card'],
    ['shared/rules', '(credentials|hidden-characters|reference-number|written-day).rules'],
  ),
  ours(
    'base',
    ['client/i18n', 'format'],
    ['client/ui', 'money'],
    ['shared/kernel', 'errors|money'],
    ['shared/rules', '(consent|written-money).rules'],
  ),
  // What pages of a link say, and the way to save their papers.
  ours('links', ['client/ui', 'link-over|link-not-opened|plain-field'], ['client/platform', 'save-button']),
  // A form fetches it ahead for whom something is missing: without Mantine.
  ours('error-summary', ['client/ui', 'error-summary']),
  ours(
    'entry',
    ['client/features/sign-in', 'sign-in.actions'],
    ['client/features/sign-in/parts', 'credentials-form'],
    ['client/shell', 'entry-layout|gate'],
    ['client/platform', 'refused'],
    ['client/ui', 'password-field'],
  ),
  ours(
    'account',
    ['client/features/account', 'use-sending|account.actions'],
    ['client/features/account/parts', 'account-form|ask-form|later-steps|new-password|resend-line|sent-to'],
  ),
  ours('account-steps', ['client/features/account/parts', 'code-step|done-card']),
  ours('screen', ['client/ui', 'button|pin-pad|sheet|list-frame|list-table|action-icons|place-icons']),
  ours('paper', ['client/ui', 'paper|printout|shift-paper']),
  ours(
    'form-parts',
    ['client/features/form', 'choice-lists|problem-text|take-file'],
    ['client/platform', 'shrink-image'],
    ['client/features/form/parts', 'identity-hint|grade-hint|file-input'],
    ['shared/rules', '(form-check|file-kind).rules'],
  ),
  ours('chooser', ['client/shell', 'school-chooser|unknown-school']),
  {
    name: 'settle',
    test: /workbox-window|client[\\/](platform[\\/](after-load|app-update)|shell[\\/]update-prompt)\./,
  },
]

const withDatabase: Part[] = [
  { name: 'dexie', test: /node_modules[\\/]dexie[\\/]/ },
  ours(
    'core',
    ['local', 'json|surroundings'],
    ['local/device', 'open-device'],
    ['local/forms', 'vault|visitor'],
    ['local/outbox', 'append|close-set-aside|outbox.types'],
    ['local/storage', '[\\w-]+'],
  ),
  ours(
    'device',
    ['client/features/sync-state', 'sync-state.atoms'],
    ['client/platform', 'device|outbox.atoms'],
    ['client/ui', 'use-idle'],
    ['local/till', '*'],
  ),
]

const withCalls: Part[] = [
  { name: 'zod', test: /node_modules[\\/]zod[\\/]|shared[\\/]contract[\\/]endpoint\./ },
  ours('contract', [
    'shared/contract',
    'account|auth|consent|criteria|(my-)?draft|fields|form|link|robots|school|visitor',
  ]),
  // With ky, of which nobody else has need.
  ours(
    'calls',
    ['client/features/account', 'account.api'],
    ['client/features/sign-in', 'sign-in.api'],
    ['client/platform', 'http|save-file'],
    ['client/shell', '(sign-out|school-list).api'],
  ),
  ours('travelling', ['client/features/form', 'travelling']),
  ours('till-calls', [
    'shared/contract',
    'device|catalogue|customer|face(-gallery|-settings)?|sale|shift|snapshot|sync',
  ]),
  ours('sender', ['local/outbox', 'http-transport|sender'], ['local/device', 'signed-send']),
]

const screens: Part[] = [
  // Times as a family chooses them and as the desk makes them.
  ours('appointment-days', ['client/features/appointment', 'parts/appointments.module|use-day-words']),
  // A family's form after it was handed in, and before it can be.
  ours('after-form', ['client/features/form', 'next-child|parts/go-on-later.module|screens/thanks-screen.module']),
  ours(
    'till',
    ['client/features/till/screens', '*'],
    ['client/features/till', 'number-entry|sale.actions|use-till'],
    ['client/features/till/parts', 'field|not-saved|number-pad'],
  ),
  ours('till-sheets', ['client/features/till/parts', '(selling|shift)-sheets']),
  // Whoever opens one of these pages goes on to the next; the other two need a form and a database.
  staff('face-desk', 'faces/(calibration|charges|deletions|devices|record|settings|suspicions)'),
  staff('counter', 'mails|pos/(devices|report)'),
  ours(
    'desk-frame',
    [
      'client/shell/desk',
      '(desk-frame|desk-header|desk-parts|desk.atoms|breadcrumbs|nav-\\w+|place-pictures|places|profile-menu|shortcuts|side-nav|(use-route-key|use-shortcuts|use-tip))',
    ],
    ['client/ui', 'frame-icons'],
  ),
  // Families need these as well, and nothing else of what stands with the students.
  ours('offer-state', ['shared/rules', 'offer-state.rules']),
  ours('offer', ['shared/contract', 'offer']),
  ours('document', ['shared/contract', 'document']),
  // The list of students and a file of it: where staff begin their day, and fetched as one.
  ours(
    'students',
    ['client/features/document', 'document.api'],
    ['client/features/document/parts', 'document(-state|s-section)'],
    ['client/features/student', 'use-student-words'],
    ['client/features/student/parts', 'status-mark|student-(history|offers|sheet.module|steps)'],
    ['client/platform', 'picked-students'],
    ['shared/contract', 'seat|student'],
    ['shared/rules', '(sheet|waiting-list|student-(columns|movers|status)).rules'],
  ),
  // Who leads an office goes from one of these to the other, and each name that is saved is saved in every first load.
  staff('office', 'audit|messages|people|scoring|seats'),
  ours('profile', ['client/features/profile', '*'], ['client/shell/desk', 'keys-list|theme-panel']),
  ours('answers', ['client/features/submissions/parts', 'answer-list|submission-sheet']),
  staff('sales', 'pos/(transaction-report|CustomerAccountSummary)'),
  { name: 'phones', test: /libphonenumber-js|phone\.rules\.|whole-number\./ },
]

export const parts: Part[] = [...firstLoad, ...light, ...withDatabase, ...withCalls, ...screens]
