// chunk: bits
/** Bidirectional overrides and isolates, and other characters that show nothing: they make a text read as another. */
export const hidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/

export const hasHiddenCharacters = (text: string): boolean => hidden.test(text)
