import type { FormDefinition, Part } from '../form-definition.contract.ts'
import type { Condition, Field } from '../form-field.contract.ts'
import type { Finding, FindingCode } from './form-finding.rules.ts'
import { partPlaces, sectionPlaces } from './form-outline.rules.ts'

/** A question that a condition may look at, with whether people outside are asked it. */
export interface Known {
  part: Part
  isOffice: boolean
}

/** What is known where a condition stands: everything before it, and everything at all. */
interface Sight {
  before: ReadonlyMap<string, Known>
  later: ReadonlySet<string>
  self: string | undefined
  isOffice: boolean
}

const maxParts = 10
const maxValueLength = 40

function conditionFindings(path: string, condition: Condition, sight: Sight): Finding[] {
  if ('not' in condition) return conditionFindings(`${path}.not`, condition.not, sight)
  const together = 'all' in condition ? condition.all : 'any' in condition ? condition.any : undefined
  if (together) {
    const of = 'all' in condition ? 'all' : 'any'
    if (together.length === 0) return [{ path, code: 'condition-empty' }]
    if (together.length > maxParts) return [{ path, code: 'too-many', limit: maxParts }]
    return together.flatMap((each, no) => conditionFindings(`${path}.${of}.${no}`, each, sight))
  }
  const code = 'field' in condition ? lookedAtWrongly(condition, sight) : undefined
  return code ? [{ path, code }] : []
}

type Look = Extract<Condition, { field: string }>

function lookedAtWrongly(look: Look, { before, later, self, isOffice }: Sight): FindingCode | undefined {
  const known = before.get(look.field)
  if (!known) {
    if (look.field === self) return 'condition-itself'
    return later.has(look.field) ? 'condition-later' : 'condition-unknown'
  }
  if (known.isOffice && !isOffice) return 'condition-office'
  return 'is' in look && !canBe(known.part, look.is) ? 'condition-value' : undefined
}

/** Whether an answer to this question can ever be this. */
function canBe(part: Part, value: string | boolean): boolean {
  if (part.type === 'repeat' || part.type === 'file') return false
  if (part.type === 'yes-no' || part.type === 'consent') return typeof value === 'boolean'
  if (typeof value !== 'string' || value === '' || value.length > maxValueLength) return false
  if (part.type !== 'choice' && part.type !== 'choices') return true
  return part.choices ? part.choices.some(({ code }) => code === value) : /^[\w-]{2,40}$/.test(value)
}

type Conditioned = { showWhen?: Condition | undefined; required?: boolean | Condition | undefined }

const findingsAt = (path: string, { showWhen, required }: Conditioned, sight: Sight): Finding[] => [
  ...(showWhen ? conditionFindings(`${path}.showWhen`, showWhen, sight) : []),
  ...(typeof required === 'object' ? conditionFindings(`${path}.required`, required, sight) : []),
]

/**
 * Conditions that look at nothing, at what comes later, or for what can't be answered. Anyone who only looks back never goes in
 * a circle. In a block its own questions are looked at first, then those of the form.
 */
export function allConditionFindings(form: FormDefinition): Finding[] {
  const before = new Map<string, Known>()
  const later = new Set(partPlaces(form).map(({ part }) => part.key))
  return sectionPlaces(form).flatMap(({ path, section }) => {
    const sight = { before, later, self: undefined, isOffice: false }
    const ofSection = findingsAt(path, section, sight)
    const ofParts = section.parts.flatMap((part, no) => {
      const isOffice = part.isOfficeOnly === true
      const at = `${path}.parts.${no}`
      const found = [
        ...findingsAt(at, part, { ...sight, self: part.key, isOffice }),
        ...(part.type === 'repeat' ? blockFindings(at, part.fields, { ...sight, isOffice }) : []),
      ]
      before.set(part.key, { part, isOffice })
      return found
    })
    return [...ofSection, ...ofParts]
  })
}

function blockFindings(path: string, fields: readonly Field[], around: Sight): Finding[] {
  const before = new Map(around.before)
  const later = new Set([...around.later, ...fields.map(({ key }) => key)])
  return fields.flatMap((field, no) => {
    // A later question of the block hides one of the form that has its name.
    for (const { key } of fields.slice(no)) before.delete(key)
    const isOffice = around.isOffice || field.isOfficeOnly === true
    const found = findingsAt(`${path}.fields.${no}`, field, { before, later, self: field.key, isOffice })
    before.set(field.key, { part: field, isOffice })
    return found
  })
}
