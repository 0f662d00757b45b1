import type { DocumentItem } from '#shared/documents/document.contract.ts'

/**
 * What a device remembers of documents: no step, for none is taken without a network; of a paper that proves who somebody is
 * only how it stands; and nothing at all of one of health or custody.
 */
export const cachedItems = (items: readonly DocumentItem[]): DocumentItem[] =>
  items
    .filter(({ type }) => type.sensitivity !== 'S3')
    .map((item) => ({ ...item, acts: [], ...(item.type.sensitivity === 'S2' && { files: [], deeds: [] }) }))
