import {
  ChangedMigrationError,
  InconsistentDatabaseError,
  LockedDatabaseError,
  NewerDatabaseError,
  OlderDatabaseError,
} from '#server/db/migration-errors.ts'

export type StartupProblem =
  | 'bad-setting'
  | 'folder-in-use'
  | 'folder-not-writable'
  | 'folder-on-network'
  | 'disk-full'
  | 'folder-not-ours'
  | 'newer-database'
  | 'older-database'
  | 'inconsistent-database'
  | 'locked-database'
  | 'changed-migration'
  | 'postgres-unreachable'
  | 'postgres-too-old'
  | 'database-unsafe'
  | 'port-taken'
  | 'target-not-empty'
  | 'nothing-to-move'
  | 'no-database'
  | 'has-school'
  | 'newer-copy'
  | 'damaged-copy'
  | 'wrong-key'
  | 'backup-failed'

/** The server cannot start, and a person must act: the message is one sentence that says what to do. */
export class StartupError extends Error {
  override name = 'StartupError'
  readonly problem: StartupProblem

  constructor(problem: StartupProblem, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.problem = problem
  }
}

/** Converts a migrator's refusal to a message for the person who starts the server; any other error is unchanged. */
export function explainMigrationError(error: unknown, where: string): unknown {
  for (const [kind, problem, explain] of refusals) {
    if (error instanceof kind) return new StartupError(problem, explain(where, error.message), { cause: error })
  }
  return error
}

type Refusal = readonly [new () => Error, StartupProblem, (where: string, reason: string) => string]

const refusals: readonly Refusal[] = [
  [
    NewerDatabaseError,
    'newer-database',
    (where) =>
      `The database in ${where} was made by a newer version of Bawaba; start that version, or use another database.`,
  ],
  [
    OlderDatabaseError,
    'older-database',
    (where, reason) =>
      `The database in ${where} is too old (${reason}); start the last version that has the migrations up to 0052 on it first, then this one.`,
  ],
  [
    ChangedMigrationError,
    'changed-migration',
    (where, reason) =>
      `The database in ${where} was made by a different build of Bawaba (${reason}); use another database.`,
  ],
  [
    InconsistentDatabaseError,
    'inconsistent-database',
    (where, reason) =>
      `The database in ${where} is not whole: ${reason}; restore it from a backup, or use an empty database.`,
  ],
  [
    LockedDatabaseError,
    'locked-database',
    (where, reason) =>
      `The database in ${where} is busy: a migration got ${reason}; end the long transactions that hold its tables, then start again.`,
  ],
]
