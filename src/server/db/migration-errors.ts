/** The database knows migrations that this program does not: it was made by a newer version. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError'
}

/** A migration that was applied has another text now: program and database have parted ways. */
export class ChangedMigrationError extends Error {
  override name = 'ChangedMigrationError'
}

/** The database stands at a migration older than those that this program has: an earlier version has to finish first. */
export class OlderDatabaseError extends Error {
  override name = 'OlderDatabaseError'
}

/** The tables and the record of migrations contradict each other: a copy that broke off, or somebody else's tables. */
export class InconsistentDatabaseError extends Error {
  override name = 'InconsistentDatabaseError'
}

/** Other sessions held a table for so long that a migration has given up. */
export class LockedDatabaseError extends Error {
  override name = 'LockedDatabaseError'
}
