import type { BackupSettings } from './backup-settings.ts'
import type { CopyTarget } from './copy-target.ts'
import { folderTarget } from './folder-target.ts'

/** Opens the place that a text names. @throws StartupError for an address that is none */
export function openTarget(to: string, _settings: Pick<BackupSettings, 'sshKeyFile' | 's3'>): CopyTarget {
  return folderTarget(to)
}
