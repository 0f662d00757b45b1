// chunk: desk-parts
/** Under which name browsers know the kinds of files that are taken. */
export const mimeOf = { jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', pdf: 'application/pdf' } as const
