interface Said {
  reason?: string | null | undefined
  note?: string | null | undefined
}

/** "Something else" is no reason without the words that say what. */
export const isUnexplained = ({ reason, note }: Said): boolean => reason === 'other' && !note?.trim()
