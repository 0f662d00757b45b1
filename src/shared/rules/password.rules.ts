export const minPasswordLength = 10

/** Letters of any script count; the length is in characters, not in bytes. */
export const isLongEnough = (password: string): boolean => [...password.normalize('NFKC')].length >= minPasswordLength
