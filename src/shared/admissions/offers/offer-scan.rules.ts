import { fileTiers } from '#shared/kernel/file-kind.ts'

/** How large the scan of a signed letter may be, in bytes: it has more pages than a paper of the child. */
export const scanBytes = fileTiers.maximum

/** What a scan may be. */
export const scanKinds = ['jpeg', 'png', 'webp', 'pdf'] as const
