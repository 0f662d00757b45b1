import { ChangedMigrationError, NewerDatabaseError } from '#server/db/migrate.ts'

export type StartupProblem =
  | 'bad-setting'
  | 'folder-in-use'
  | 'folder-not-writable'
  | 'disk-full'
  | 'folder-not-ours'
  | 'newer-database'
  | 'changed-migration'
  | 'postgres-unreachable'
  | 'postgres-too-old'
  | 'database-unsafe'
  | 'port-taken'
  | 'target-not-empty'
  | 'nothing-to-move'

/** The server can't start, and a person must do something about it: the message is one sentence that says what. */
export class StartupError extends Error {
  override name = 'StartupError'
  readonly problem: StartupProblem

  constructor(problem: StartupProblem, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.problem = problem
  }
}

/** A migrator's refusal in the words of the person who starts the server; any other error as it is. */
export function explainMigrationError(error: unknown, where: string): unknown {
  if (error instanceof NewerDatabaseError) {
    return new StartupError(
      'newer-database',
      `The database in ${where} was made by a newer version of Bawaba; start that version, or use another database.`,
      { cause: error },
    )
  }
  if (error instanceof ChangedMigrationError) {
    return new StartupError(
      'changed-migration',
      `The database in ${where} was made by a different build of Bawaba (${error.message}); use another database.`,
      { cause: error },
    )
  }
  return error
}
