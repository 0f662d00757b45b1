import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/kernel/db.ts'
import { openDatabase } from '../open-database.ts'
import type { Settings } from '../settings.ts'
import { StartupError } from '../startup-error.ts'

/** Writes a line for the person at the terminal. */
export const say = (line: string) => void process.stdout.write(`${line}\n`)

/**
 * Opens the installation's database for a command and closes it afterwards. Beside a running server only a PostgreSQL can be
 * opened: an embedded database has one user.
 * @param whileRunning sentence for a person whose embedded database is in use by the running server
 * @throws StartupError with one sentence that says what to do
 */
export async function withDatabase<T>(
  { dataDir, databaseUrl }: Pick<Settings, 'dataDir' | 'databaseUrl'>,
  whileRunning: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  // Opening a missing embedded database would create an empty one, perhaps in the wrong folder.
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'database', 'pgdata', 'PG_VERSION'))) {
    throw new StartupError(
      'no-database',
      `There is no embedded database in ${dataDir}; start the server once, or set DATA_DIR to the folder that holds it.`,
    )
  }
  const db = await openDatabase({ dataDir, databaseUrl }).catch((error: unknown) => {
    const isInUse = error instanceof StartupError && error.problem === 'folder-in-use'
    throw isInUse ? new StartupError('folder-in-use', whileRunning, { cause: error }) : error
  })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** Runs a command to its end: a refusal is one sentence on the error output, and the exit code is 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    process.stderr.write(`${error instanceof StartupError ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
