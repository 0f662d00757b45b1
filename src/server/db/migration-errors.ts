/** A newer version has changed the database so that this program cannot use it; what was only added does not count. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

/** An applied migration has a different text now: program and database have diverged. */
export class ChangedMigrationError extends Error {
  override name = 'ChangedMigrationError'
}

/** The database is at a migration older than this program's first: an earlier version has to finish first. */
export class OlderDatabaseError extends Error {
  override name = 'OlderDatabaseError'
}

/** The tables and the record of migrations contradict each other: an interrupted copy, or foreign tables. */
export class InconsistentDatabaseError extends Error {
  override name = 'InconsistentDatabaseError'
}

/** Other sessions held a table for so long that a migration has given up. */
export class LockedDatabaseError extends Error {
  override name = 'LockedDatabaseError'
}
