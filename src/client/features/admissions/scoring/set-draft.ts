import { newRowKey } from '#client/platform/editor/row-key.ts'
import { ScoringBody, type ScoringItem } from '#shared/admissions/scoring.contract.ts'
import type { AppointmentKind } from '#shared/admissions/scoring.rules.ts'
import type { Role } from '#shared/kernel/roles.ts'

/*
 * A set while it is written: every field as it was typed, so that nothing jumps under the hand. What it says is read when it is
 * previewed or saved.
 */

export interface BandDraft {
  key: string
  code: string
  en: string
  ar: string
  points: string
}

export interface ItemDraft {
  /** By which a line is told from others while codes are typed. */
  key: string
  code: string
  en: string
  ar: string
  kind: ScoringItem['answer']['kind']
  top: string
  bands: BandDraft[]
  weight: string
  required: boolean
  scorers: readonly Role[]
}

export interface RuleDraft {
  key: string
  code: string
  en: string
  ar: string
}

export interface SetDraft {
  entryYear: string
  grade: string
  en: string
  ar: string
  items: ItemDraft[]
  rules: RuleDraft[]
  assessors: 1 | 2
  gap: string
  appointments: readonly AppointmentKind[]
  isInForce: boolean
}

/** A code that none of the others has: `i1`, `i2` … */
export function freeCode(letter: string, taken: readonly { code: string }[]): string {
  for (let no = taken.length + 1; ; no += 1) {
    const code = `${letter}${no}`
    if (taken.every((other) => other.code !== code)) return code
  }
}

export const newBand = (others: readonly BandDraft[]): BandDraft => ({
  key: newRowKey(),
  code: freeCode('b', others),
  en: '',
  ar: '',
  points: String(others.length),
})

export const newItem = (others: readonly ItemDraft[]): ItemDraft => ({
  key: newRowKey(),
  code: freeCode('i', others),
  en: '',
  ar: '',
  kind: 'score',
  top: '10',
  bands: [],
  weight: '1',
  required: true,
  scorers: [],
})

export const newRule = (others: readonly RuleDraft[]): RuleDraft => ({
  key: newRowKey(),
  code: freeCode('r', others),
  en: '',
  ar: '',
})

export const blankSet = (): SetDraft => ({
  entryYear: '',
  grade: '',
  en: '',
  ar: '',
  items: [newItem([])],
  rules: [],
  assessors: 1,
  gap: '15',
  appointments: [],
  isInForce: false,
})

const itemDraft = ({ code, label, answer, weight, required, scorers }: ScoringItem): ItemDraft => ({
  key: newRowKey(),
  code,
  ...label,
  kind: answer.kind,
  top: answer.kind === 'score' ? String(answer.top) : '10',
  bands:
    answer.kind === 'band'
      ? answer.bands.map(({ code: of, label: word, points }) => ({
          key: newRowKey(),
          code: of,
          ...word,
          points: String(points),
        }))
      : [],
  weight: String(weight),
  required,
  scorers,
})

/** A version as it is gone on from. */
export const draftOf = (entryYear: number, grade: string, body: ScoringBody): SetDraft => ({
  entryYear: String(entryYear),
  grade,
  ...body.title,
  items: body.items.map(itemDraft),
  rules: body.rules.map(({ code, label }) => ({ key: newRowKey(), code, ...label })),
  assessors: body.assessors,
  gap: String(body.gap),
  appointments: body.appointments,
  isInForce: body.isInForce,
})

const labelOf = ({ en, ar }: { en: string; ar: string }) => ({ en, ar })
const whole = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

/** One item as it would be saved; it may still be wrong. */
export const itemOf = ({ code, kind, top, bands, weight, required, scorers, ...words }: ItemDraft): ScoringItem => ({
  code,
  label: labelOf(words),
  answer:
    kind === 'score'
      ? { kind, top: whole(top) }
      : kind === 'yes-no'
        ? { kind }
        : {
            kind,
            bands: bands.map((band) => ({ code: band.code, label: labelOf(band), points: whole(band.points) })),
          },
  weight: whole(weight),
  required,
  scorers: [...scorers],
})

/** Where a set is wrong: in which part, and in which line of it, from 0. */
export interface Wrong {
  part: 'title' | 'items' | 'rules' | 'gap' | 'entryYear' | 'grade'
  line: number | null
}

/** What is saved of it, or where it is wrong. */
export function readDraft(draft: SetDraft): { body: ScoringBody } | { wrong: Wrong } {
  const year = whole(draft.entryYear)
  if (!(year >= 2000 && year <= 2200)) return { wrong: { part: 'entryYear', line: null } }
  if (draft.grade.trim() === '' || draft.grade.trim().length > 20) return { wrong: { part: 'grade', line: null } }
  const read = ScoringBody.safeParse({
    title: labelOf(draft),
    items: draft.items.map(itemOf),
    rules: draft.rules.map(({ code, ...words }) => ({ code, label: labelOf(words) })),
    assessors: draft.assessors,
    gap: whole(draft.gap),
    appointments: [...draft.appointments],
    isInForce: draft.isInForce,
  })
  if (read.success) return { body: read.data }
  const [part, line] = read.error.issues[0]?.path ?? []
  const known = (['title', 'items', 'rules', 'gap'] as const).find((each) => each === part) ?? 'title'
  return { wrong: { part: known, line: typeof line === 'number' ? line : null } }
}

/** The list with one line moved up or down; at its ends as it was. */
export function moved<T>(list: readonly T[], from: number, by: -1 | 1): T[] {
  const copy = [...list]
  const [one, other] = [copy[from], copy[from + by]]
  if (one === undefined || other === undefined) return copy
  copy[from] = other
  copy[from + by] = one
  return copy
}
