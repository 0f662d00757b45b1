/** Bidirectional overrides and isolates, and other characters that show nothing: they make a text read as another. */
const hidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/

export const hasHiddenCharacters = (text: string): boolean => hidden.test(text)

const allHidden = new RegExp(hidden.source, 'g')
/** Marks of direction: what stands alone on paper has its direction from where it stands. */
const directionMarks = /[\u200e\u200f\u061c]/g

/** One line as it may stand in somebody else's sentence: nothing in it turns, hides or breaks what is around it. */
export const asOneLine = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').replace(directionMarks, '').replace(allHidden, '').trim()
