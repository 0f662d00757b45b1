import { sha256Hex } from '#shared/kernel/hash.ts'

/** One file of the migrations folder; names sort in the order of application. */
export type Migration = { name: string; sql: string }

/**
 * Kinds of migration, named by the first line of each file:
 * - `baseline`: the whole schema, for an empty database. There is one, and it is the first.
 * - `expand`: adds. The previous release can go on using the database, and starts over it.
 * - `background`: changes rows in batches, or builds an index beside the running work; can be interrupted at any point.
 * - `contract`: removes or tightens, in a later release, when no process and no queued operation needs the old form.
 */
export const migrationKinds = ['baseline', 'expand', 'background', 'contract'] as const
export type MigrationKind = (typeof migrationKinds)[number]

const mark = new RegExp(`^-- (${migrationKinds.join('|')}): *(.*)`)

/** Reads the kind and the summary of a migration's first line; undefined without a mark. */
export function readMark({ sql }: Migration): { kind: MigrationKind; summary: string } | undefined {
  const [, word, summary = ''] = mark.exec(sql) ?? []
  const kind = migrationKinds.find((known) => known === word)
  return kind && { kind, summary: summary.trim() }
}

/**
 * Returns the kind of a migration. @throws Error for a file without a mark; the rules (migration-rules.ts) refuse it before it is
 * released.
 */
export function kindOf(migration: Migration): MigrationKind {
  const found = readMark(migration)
  if (!found)
    throw new Error(`${migration.name} does not begin with "-- expand: …", "-- background: …" or "-- contract: …"`)
  return found.kind
}

/** Returns the statements of a migration, in order, without the comments before them. */
export const statementsOf = ({ sql }: Migration): string[] =>
  sql
    .split('--> statement-breakpoint')
    .map((statement) => statement.replace(/^(\s*--.*(\n|$))+/, '').trim())
    .filter((statement) => statement !== '')

/** Hashes without carriage returns, so that a checkout on Windows has the same hashes. */
export const migrationHash = (migration: Migration) => sha256Hex(migration.sql.replaceAll('\r\n', '\n'))
