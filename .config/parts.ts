import { ours, type Part } from './part.ts'
import { screens } from './screen-parts.ts'

/** Packages of the first load that change only on upgrades: their file name survives most releases. */
const vendor =
  /node_modules[\\/](react|react-dom|scheduler|@tanstack[\\/][\w-]+|jotai|i18next|react-i18next|html-parse-stringify|void-elements|use-sync-external-store|cookie-es|seroval|seroval-plugins)[\\/]/

/**
 * Mantine components needed by the sign-in only: grouped by sharing, the bundler would put everything that any two screens use
 * into the first load.
 */
const entryMantine =
  /node_modules[\\/](clsx|@mantine[\\/]core[\\/]esm[\\/](core|components[\\/](Input|InputBase|TextInput)))[\\/]|client[\\/]theme[\\/](mantine|theme)\.tsx?$|mantine\.css/

const firstLoad: Part[] = [
  { name: 'vendor', test: vendor },
  // Modules around nearly every page, also needed by later parts. Separate from the entry: that one names the file of every page
  // and so is new with each release, as is every importer of it. Before Mantine, whose theme would draw it into its own file.
  ours(
    'frame',
    ['client/features/faces/administration', 'pupil-search'],
    ['client/features/forms/editor', 'form-search'],
    ['client/features/pos/reports', 'report-filter'],
    ['client/features/forms/submissions', 'submission-search'],
    ['client/i18n', 'bilingual|direction|i18n'],
    ['client/platform/page', 'busy|update.atoms|use-busy'],
    ['client/platform/offline', 'canary'],
    ['client/platform/session', 'entry-path|school.atoms|session|tenant'],
    ['client/platform', 'prefs|storage|store'],
    ['client/shell/layout', 'footer|main-part|notice.module|public-bar|switches'],
    ['client/shell', 'school-mark|sign-out(?=.ts)|sync-slot'],
    ['client/ui', 'action-button'],
    ['local/kernel', 'machine'],
    ['shared/kernel', 'digits|ids|time'],
    ['shared/identity', 'route-access.rules'],
  ),
  { name: 'mantine', test: entryMantine },
  // Modules every form page needs before a family can type.
  ours(
    'form',
    ['client/features/forms/fill', 'form-context'],
    ['client/features/forms/fill', 'form-screen|open-form-screen'],
    ['client/platform/offline', 'form-source|forms'],
    ['shared/forms', 'form-answers.rules'],
  ),
]

const light: Part[] = [
  { name: 'mantine-more', test: /@mantine[\\/]core[\\/]/ },
  { name: 'hash', test: /node_modules[\\/]@noble[\\/]|shared[\\/]kernel[\\/](hash|chain)\./ },
  ours(
    'bits',
    ['client/i18n', 'error-text'],
    ['client/platform', 'refused|use-answer|use-mutation|use-now'],
    ['client/platform/session', 'use-link-token'],
    ['client/shell/layout', 'notice'],
    ['client/ui/feedback', 'entry-card'],
    ['shared/identity', 'credentials.rules'],
    ['shared/kernel/text', 'hidden-characters.rules|reference-number.rules|written-day.rules'],
  ),
  ours(
    'base',
    ['client/i18n', 'format'],
    ['client/ui/tables', 'money'],
    ['shared/kernel', 'errors|money'],
    ['shared/consents', 'consent.rules'],
    ['shared/kernel/text', 'written-money.rules'],
  ),
  // Texts of link pages, and saving their documents.
  ours(
    'links',
    ['client/ui/feedback', 'inline-notice|link-not-opened|link-over|link-page.module'],
    ['client/ui/fields', 'field|select-field|text-field'],
    ['client/platform/files', 'save-button'],
  ),
  // Prefetched by a form with missing answers: without Mantine.
  ours('error-summary', ['client/ui/fields', 'error-summary']),
  ours(
    'entry',
    ['client/features/identity/sign-in', 'sign-in.actions'],
    ['client/features/identity/sign-in/components', 'credentials-form'],
    ['client/shell/layout', 'entry-layout'],
    ['client/shell', 'gate'],
    ['client/ui/fields', 'password-field'],
  ),
  ours(
    'account',
    ['client/features/identity/account', 'account.actions'],
    ['client/features/identity/account/hooks', 'use-account-form'],
    [
      'client/features/identity/account/components',
      'account-form|ask-form|later-steps|new-password|resend-line|sent-to',
    ],
  ),
  ours('account-steps', ['client/features/identity/account/components', 'code-step|done-card']),
  ours(
    'screen',
    ['client/ui/icons', 'action-icons|place-icons'],
    ['client/ui', 'button'],
    ['client/ui/tables', 'list-frame|list-table.module'],
    ['client/ui/fields', 'pin-pad'],
    ['client/ui/feedback', 'sheet'],
    ['client/shell/layout', 'app-frame.module'],
  ),
  ours('paper', ['client/ui/print', 'paper|printout|shift-paper']),
  ours(
    'form-parts',
    ['client/features/forms/fill', 'choice-lists|problem-text|take-file'],
    ['client/platform/files', 'shrink-image'],
    ['client/features/forms/fill/fields', 'file-input|grade-hint|identity-hint'],
    ['shared/forms', 'form-check.rules'],
    ['shared/kernel', 'file-kind'],
  ),
  ours('chooser', ['client/shell', 'school-chooser|unknown-school']),
  {
    name: 'settle',
    test: /workbox-window|client[\\/](platform[\\/]page[\\/](after-load|app-update)|shell[\\/]update-prompt)\./,
  },
]

const withDatabase: Part[] = [
  { name: 'dexie', test: /node_modules[\\/]dexie[\\/]/ },
  ours(
    'core',
    ['local/kernel', 'json|surroundings'],
    ['local/device', 'open-device'],
    ['local/kernel', 'vault'],
    ['local/forms', 'visitor'],
    ['local/outbox', 'append|close-set-aside|outbox.types'],
    [
      'local/storage',
      'cash-db|decisions-db|faces-db|forms-db|last-data-db|letter-drafts-db|names|outbox-db|snapshot-db|with-db',
    ],
  ),
  ours(
    'device',
    ['client/features/sync/sync-state', 'sync-state.atoms'],
    ['client/platform/offline', 'device|outbox.atoms'],
    ['client/ui', 'use-idle'],
    ['local/pos', '[\\w-]+'],
  ),
]

const withCalls: Part[] = [
  { name: 'zod', test: /node_modules[\\/]zod[\\/]|shared[\\/]kernel[\\/]endpoint\./ },
  ours(
    'contract',
    ['shared/identity', 'account.contract|auth.contract|bot-protection.contract'],
    ['shared/consents', 'consent.contract'],
    ['shared/forms', 'criteria.contract|draft.contract|form.contract|my-draft.contract'],
    ['shared/kernel', 'fields|link'],
    ['shared/school', 'school-read.contract|school.contract'],
    ['shared/sync', 'anonymous-sender.contract'],
  ),
  // With ky, used by nothing else.
  ours(
    'calls',
    ['client/features/identity/account', 'account.api'],
    ['client/features/identity/sign-in', 'sign-in.api'],
    ['client/platform', 'http'],
    ['client/platform/files', 'save-file'],
    ['client/shell', 'school-list.api|sign-out.api'],
  ),
  ours('travelling', ['client/features/forms/fill', 'travelling']),
  ours(
    'till-calls',
    ['shared/pos', 'catalogue.contract|customer.contract|sale.contract|shift.contract|snapshot.contract'],
    ['shared/sync', 'device.contract|sync.contract'],
    ['shared/recognition', 'face-gallery.contract|face.contract'],
    ['shared/faces', 'face-settings.contract'],
  ),
  ours('sender', ['local/outbox', 'http-transport|sender'], ['local/device', 'signed-send']),
]

/**
 * Grouping of modules into files. By default the bundler makes a file for each set of sharing pages: about a hundred are smaller
 * than the cost of a file, and each is fetched, cached and counted by the service worker on every device. Modules needed at the
 * same time by the same people are grouped here. Order matters: a module brings its imports, unless an earlier part has them, so
 * widely used ones come first, and no light module shares a part with users of zod, Mantine or a database.
 * `tests/support/size.ts` limits the size of a first visit.
 */
export const parts: Part[] = [...firstLoad, ...light, ...withDatabase, ...withCalls, ...screens]
