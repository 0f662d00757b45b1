import type { Answers, FileAnswer } from './form-answers.rules.ts'
import { isSameAnswers } from './form-draft.rules.ts'

/*
 * One draft on several devices, and at the school. Which copy is the later is told by the school's count of changes, never
 * by a clock: a phone may be minutes wrong. What nobody has seen but this device is thrown away by a person only.
 */

/** What this device has, and what it knows of the other copy. */
export interface LocalCopy {
  answers: Answers
  /** The last change of the other copy that was seen here. */
  seen: number | undefined
  /** Whether nothing was written here since. */
  isUnchanged: boolean
}

export interface RemoteCopy {
  answers: Answers
  revision: number
}

/** Which of the two is gone on with; `choose`: both were changed, and a person says it. */
export function chooseCopy(here: LocalCopy | undefined, there: RemoteCopy): 'here' | 'there' | 'choose' {
  if (!here) return 'there'
  if (here.seen === there.revision || isSameContent(here.answers, there.answers)) return 'here'
  return here.isUnchanged ? 'there' : 'choose'
}

const isFile = (value: unknown): value is FileAnswer =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'fileId')

const isFileList = (value: unknown): value is FileAnswer[] =>
  Array.isArray(value) && value.length > 0 && value.every(isFile)

const isRow = (value: unknown): value is Answers => typeof value === 'object' && value !== null && !isFile(value)

const rowsIn = (value: unknown): Answers[] => (Array.isArray(value) ? (value as unknown[]).filter(isRow) : [])

/** Whether two copies say the same: without files, which no other device has, and without fields that are empty. */
export const isSameContent = (one: Answers, other: Answers): boolean => isSameAnswers(written(one), written(other))

function written(answers: Answers): Answers {
  const kept: Answers = {}
  for (const [key, answer] of Object.entries(answers)) {
    if (answer === undefined || answer === null || answer === '' || isFileList(answer)) continue
    const rows = rowsIn(answer)
    const part = rows.length > 0 ? rows.map(written).filter((row) => Object.keys(row).length > 0) : answer
    if (!Array.isArray(part) || part.length > 0) kept[key] = part
  }
  return kept
}

/** The other copy's answers with the files that were chosen here: the school's copies have none. */
export function withFilesOf(here: Answers, there: Answers): Answers {
  const whole: Answers = { ...there }
  for (const [key, answer] of Object.entries(here)) {
    if (isFileList(answer)) whole[key] = answer
    else if (rowsIn(answer).length > 0 && rowsIn(there[key]).length > 0)
      whole[key] = rowsWithFiles(rowsIn(answer), rowsIn(there[key]))
  }
  return whole
}

/** A row's files go to the row that is most like it, for the other device may have put another child before this one. */
function rowsWithFiles(here: readonly Answers[], there: readonly Answers[]): Answers[] {
  const pairs = there.flatMap((row, no) =>
    here.map((from, place) => ({ no, from, alike: alikeness(from, row), isSamePlace: place === no })),
  )
  const likest = pairs
    .filter(({ alike, isSamePlace }) => alike > 0 || isSamePlace)
    .toSorted((a, b) => b.alike - a.alike || Number(b.isSamePlace) - Number(a.isSamePlace))
  const given = new Map<number, Answers>()
  const taken = new Set<Answers>()
  for (const { no, from } of likest) {
    if (given.has(no) || taken.has(from)) continue
    given.set(no, from)
    taken.add(from)
  }
  return there.map((row, no) => withFilesOf(given.get(no) ?? {}, row))
}

const alikeness = (one: Answers, other: Answers): number =>
  Object.entries(one).filter(([key, answer]) => typeof answer === 'string' && answer !== '' && answer === other[key])
    .length
