import { hidden } from './hidden-characters.rules.ts'

const allHidden = new RegExp(hidden.source, 'g')
/** Marks of direction: what stands alone on paper has its direction from where it stands. */
const directionMarks = /[\u200e\u200f\u061c]/g

/** One line as it may stand in somebody else's sentence: nothing in it turns, hides or breaks what is around it. */
export const toSingleLine = (text: string): string =>
  text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').replace(directionMarks, '').replace(allHidden, '').trim()
