import { z } from 'zod'

/** What is wrong with the copies of the database. */
export const BackupAlert = z.enum(['backup-failed', 'backup-old', 'backup-none'])
export type BackupAlert = z.infer<typeof BackupAlert>

/** Kind of the place where copies lie. */
export const BackupTarget = z.enum(['folder', 'sftp', 's3'])
