/**
 * Current edition of the letter template (`node/typesetter/letter-<edition>.typ`). Letters issued by an earlier edition are made
 * by that one, so that their bytes do not change.
 */
export const letterEdition = 3
