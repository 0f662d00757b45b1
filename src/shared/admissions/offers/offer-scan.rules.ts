import { fileTiers } from '#shared/kernel/file-kind.ts'

/** Largest scan of a signed letter, in bytes; it has more pages than a required document. */
export const scanBytes = fileTiers.maximum

/** File kinds accepted as a scan. */
export const scanKinds = ['jpeg', 'png', 'webp', 'pdf'] as const
