import { type Migration, type MigrationKind, readMark, statementsOf } from './migration.ts'

/*
 * Rules for migrations of each kind, checked by text alone. A guard against common mistakes, not a proof: its author judges
 * whether the previous release can work with a change.
 */

/** Tables that gain rows with every sale, upload, email or audit event: no lock on them may last in proportion to their size. */
export const largeTables = [
  'account_entries',
  'audit_events',
  'cash_movements',
  'file_chunks',
  'mails',
  'sale_lines',
  'sales',
  'sync_ops',
  'tenders',
] as const

/** Statement under check, with its context. */
interface Subject {
  statement: string
  /** Table it creates, changes or indexes. */
  table: string | undefined
  /** True if the table has rows and is not made by this migration. */
  isLarge: boolean
}

interface Rule {
  kinds: readonly MigrationKind[]
  isBroken: (subject: Subject) => boolean
  sentence: string
}

const expand = ['expand'] as const
const together = ['expand', 'contract'] as const
const matching = (pattern: RegExp) => (subject: Subject) => pattern.test(subject.statement)

const rules: readonly Rule[] = [
  {
    kinds: expand,
    isBroken: matching(/\bdrop (?!not null\b|constraint (if exists )?"?\w+_check\b)/i),
    sentence: 'drops what the release before may use; that belongs into a contract migration',
  },
  {
    kinds: expand,
    isBroken: matching(/^alter [^;]*\brename\b/i),
    sentence:
      'renames what the release before uses; add the new name, fill it, drop the old one in a contract migration',
  },
  {
    kinds: expand,
    isBroken: matching(/\balter (column )?"?\w+"? (set data )?type\b/i),
    sentence: 'changes the type of a column, which rewrites its table; add another column',
  },
  {
    kinds: expand,
    isBroken: matching(/\balter (column )?"?\w+"? set not null\b/i),
    sentence:
      'makes a column not null, which the release before may leave empty; that belongs into a contract migration',
  },
  {
    kinds: expand,
    isBroken: ({ statement }) =>
      addedColumns(statement).some((column) => /\bnot null\b/i.test(column) && !/\bdefault\b/i.test(column)),
    sentence: 'adds a column that is not null and has no default: the release before can not write a row',
  },
  {
    kinds: expand,
    isBroken: ({ statement }) => addedColumns(statement).some((column) => rewriting.test(column)),
    sentence:
      'adds a column whose values are computed for each row, which rewrites its table; fill it in a background migration',
  },
  {
    kinds: expand,
    isBroken: matching(/^(update|delete|truncate|with)\b/i),
    sentence: 'changes rows; that belongs into a background migration',
  },
  {
    kinds: together,
    isBroken: ({ statement, isLarge }) => isLarge && /^create (unique )?index (?!concurrently\b)/i.test(statement),
    sentence: 'holds up every writer of a large table; build the index concurrently, in a background migration',
  },
  {
    kinds: together,
    isBroken: ({ statement, isLarge }) =>
      isLarge && /\badd constraint\b/i.test(statement) && !/\bnot valid\b/i.test(statement),
    sentence:
      'reads a large table while nobody can write; add the constraint "not valid" and validate it in a background migration',
  },
  {
    kinds: together,
    isBroken: matching(/\bindex concurrently\b/i),
    sentence: 'runs in a transaction, where nothing can be concurrent; that belongs into a background migration',
  },
  {
    kinds: ['background'],
    isBroken: ({ statement }) => !repeatable.some((pattern) => pattern.test(statement)),
    sentence:
      'can not be repeated in batches: it needs a limit and "returning", or is an index built concurrently, or validates a constraint',
  },
]

/** Values that differ from row to row, so that no single default can stand for all existing rows. */
const rewriting = /\b(gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\(|\b(small|big)?serial\b|\bgenerated\b/i

const repeatable = [
  /^(update|delete|insert|with)\b[^;]*\blimit \d+\b[^;]*\breturning\b/i,
  /^create (unique )?index concurrently "?\w+"? on\b/i,
  /^alter table \S+ validate constraint\b/i,
]

/** Checks a migration. @returns one sentence for everything in `migration` that its kind does not allow. */
export function checkMigration(migration: Migration): string[] {
  const found = readMark(migration)
  if (!found)
    return ['begins with no mark: its first line has to be "-- expand: …", "-- background: …" or "-- contract: …"']
  const statements = statementsOf(migration).map(plain)
  const made = new Set(statements.flatMap((statement) => /^create table "?(\w+)/i.exec(statement)?.[1] ?? []))
  const problems = statements.flatMap((statement) => {
    const table = tableOf(statement)
    const isLarge = largeTables.some((name) => name === table) && !made.has(table ?? '')
    return rules
      .filter(({ kinds, isBroken }) => kinds.includes(found.kind) && isBroken({ statement, table, isLarge }))
      .map(({ sentence }) => `${sentence} (${statement.slice(0, 80)})`)
  })
  return found.summary === '' ? ['has no words after its mark: say there what it does', ...problems] : problems
}

const plain = (statement: string) => statement.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim()

const addedColumns = (statement: string) => statement.split(/\badd (?=column\b)/i).slice(1)

const tableOf = (statement: string) =>
  /^(?:create|alter) table (?:if exists )?(?:only )?(?:"?public"?\.)?"?(\w+)/i.exec(statement)?.[1] ??
  /^create (?:unique )?index [^(]*\bon (?:only )?(?:"?public"?\.)?"?(\w+)/i.exec(statement)?.[1]
