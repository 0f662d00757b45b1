import { StartupError } from '../../startup-error.ts'
import type { BackupSettings } from '../backup-settings.ts'
import type { CopyTarget } from './copy-target.ts'
import { folderTarget } from './folder-target.ts'
import { s3Target } from './s3-target.ts'
import { sftpTarget } from './sftp-target.ts'

/** Opens the place that a text names. @throws StartupError for an address that is none */
export function openTarget(to: string, settings: Pick<BackupSettings, 'sshConfig' | 's3'>): CopyTarget {
  if (!/^\w+:\/\//.test(to)) return folderTarget(to)
  if (to.startsWith('s3://') && URL.canParse(to)) return s3Target(to, settings.s3)
  if (to.startsWith('sftp://') && URL.canParse(to)) return sftpTarget(to, settings.sshConfig)
  throw new StartupError(
    'bad-setting',
    'A place for copies is a folder, sftp://user@host/folder or s3://bucket/prefix.',
  )
}
