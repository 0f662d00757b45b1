/**
 * Of the template that shows letters (`node/typesetter/letter-<edition>.typ`): the one by which letters are issued now. Those that
 * were issued by an earlier one are made by that, so that their bytes stay what they were.
 */
export const letterEdition = 2
