import { type FieldPlace, fieldPlaces } from '#shared/forms/editor/form-outline.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'

export type ChangeKind =
  | 'added'
  | 'removed'
  | 'now-required'
  | 'now-optional'
  | 'required-otherwise'
  | 'shown-otherwise'
  | 'moved'
  | 'choices-added'
  | 'choices-removed'
  | 'limits'
  | 'office'
  | 'consent-wording'
  | 'wording'

/** One way in which a question of the newer version differs. */
export interface Change {
  kind: ChangeKind
  /** The key of its answer. */
  key: string
  label: Bilingual
  /** The choices that come or go. */
  choices?: Bilingual[]
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))

/** The same with the members of objects in one order: what was saved and read again may have another. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  )
}

/** Whether two definitions say the same, in whatever order their members are written. */
export const isSameForm = (a: FormDefinition, b: FormDefinition): boolean => same(a, b)

/** What the newer version changes for those who fill it in, question by question: those of the newer first, then what is gone. */
export function changesBetween(before: FormDefinition, after: FormDefinition): Change[] {
  const [old, now] = [fieldPlaces(before), fieldPlaces(after)]
  const was = new Map(old.map((place) => [place.key, place]))
  const is = new Set(now.map(({ key }) => key))
  const moved = movedKeys(before, after)
  return [
    ...now.flatMap((place): Change[] => {
      const earlier = was.get(place.key)
      const about = { key: place.key, label: place.field.label }
      if (!earlier) return [{ kind: 'added', ...about }]
      return [...fieldChanges(earlier, place), ...(moved.has(place.key) ? [{ kind: 'moved', ...about } as const] : [])]
    }),
    ...old
      .filter(({ key }) => !is.has(key))
      .map(({ key, field }) => ({ kind: 'removed' as const, key, label: field.label })),
  ]
}

function fieldChanges({ field: old }: FieldPlace, { key, field: now }: FieldPlace): Change[] {
  const about = { key, label: now.label }
  const kinds: ChangeKind[] = []
  if (!same(old.required ?? false, now.required ?? false)) kinds.push(requiredChange(now))
  if (!same(old.showWhen, now.showWhen)) kinds.push('shown-otherwise')
  if ((old.isOfficeOnly ?? false) !== (now.isOfficeOnly ?? false)) kinds.push('office')
  if (!same(limitsOf(old), limitsOf(now))) kinds.push('limits')
  if (old.type === 'consent' && now.type === 'consent' && !same(old.wording, now.wording)) kinds.push('consent-wording')
  if (!same(textsOf(old, now), textsOf(now, old))) kinds.push('wording')
  return [
    ...kinds.map((kind) => ({ kind, ...about })),
    ...choiceChanges(old, now).map((each) => ({ ...each, ...about })),
  ]
}

const requiredChange = ({ required }: Field): ChangeKind => {
  if (typeof required === 'object') return 'required-otherwise'
  return required ? 'now-required' : 'now-optional'
}

const choicesOf = (field: Field) => ('choices' in field ? (field.choices ?? []) : [])

function choiceChanges(old: Field, now: Field): Pick<Change, 'kind' | 'choices'>[] {
  const missingIn = (these: Field, those: Field) => {
    const codes = new Set(choicesOf(those).map(({ code }) => code))
    return choicesOf(these)
      .filter(({ code }) => !codes.has(code))
      .map(({ label }) => label)
  }
  const [added, removed] = [missingIn(now, old), missingIn(old, now)]
  return [
    ...(added.length > 0 ? [{ kind: 'choices-added' as const, choices: added }] : []),
    ...(removed.length > 0 ? [{ kind: 'choices-removed' as const, choices: removed }] : []),
  ]
}

/** What an answer may be, apart from choices, which are told one by one. */
function limitsOf(field: Field): unknown {
  switch (field.type) {
    case 'text':
    case 'long-text':
      return field.maxLength
    case 'date':
      return [field.earliest, field.latest]
    case 'number':
      return [field.min, field.max, field.isWhole]
    case 'file':
      return [field.tier, field.accept, field.maxFiles]
    default:
      return undefined
  }
}

/** Words alone; of choices those that stay, because what comes or goes is told as that. */
function textsOf(field: Field, other: Field): unknown {
  const kept = new Set(choicesOf(other).map(({ code }) => code))
  const choices = choicesOf(field).filter(({ code }) => kept.has(code))
  return [field.label, field.help, Object.fromEntries(choices.map(({ code, label }) => [code, label]))]
}

/** Where each question stands: its page, section and block. */
function homes(form: FormDefinition): Map<string, string> {
  const found = new Map<string, string>()
  form.pages.forEach((page) =>
    page.sections.forEach((section) =>
      section.parts.forEach((part) => {
        found.set(part.key, `${page.key}/${section.key}`)
        if (part.type === 'repeat') for (const field of part.fields) found.set(`${part.key}.${field.key}`, part.key)
      }),
    ),
  )
  return found
}

/** Questions of both versions that stand elsewhere now: in another section, or in another order than most of the rest. */
function movedKeys(before: FormDefinition, after: FormDefinition): Set<string> {
  const [was, is] = [homes(before), homes(after)]
  const order = (form: FormDefinition) => fieldPlaces(form).map(({ key }) => key)
  const [old, now] = [order(before), order(after)]
  const at = new Map(old.map((key, no) => [key, no]))
  const common = now.filter((key) => at.has(key))
  const stayed = longestRising(common.map((key) => at.get(key) ?? 0))
  return new Set(common.filter((key, no) => !stayed.has(no) || was.get(key) !== is.get(key)))
}

/** The places of a longest rising sequence: what need not have been moved. */
function longestRising(numbers: readonly number[]): Set<number> {
  const length: number[] = []
  const from: number[] = []
  numbers.forEach((number, no) => {
    length[no] = 1
    from[no] = -1
    for (let earlier = 0; earlier < no; earlier += 1) {
      const isRising = (numbers[earlier] ?? 0) < number && (length[earlier] ?? 0) + 1 > (length[no] ?? 0)
      if (!isRising) continue
      length[no] = (length[earlier] ?? 0) + 1
      from[no] = earlier
    }
  })
  const kept = new Set<number>()
  let at = length.indexOf(Math.max(0, ...length))
  while (at >= 0) {
    kept.add(at)
    at = from[at] ?? -1
  }
  return kept
}
