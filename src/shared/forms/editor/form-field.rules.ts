import { isDay } from '../form-check.rules.ts'
import type { Repeat } from '../form-definition.contract.ts'
import type { DayBound, Field } from '../form-field.contract.ts'
import {
  countFindings,
  type Finding,
  maxTextLength,
  numberFindings,
  optionalText,
  textFindings,
} from './form-finding.rules.ts'

type ChoiceField = Extract<Field, { type: 'choice' | 'choices' }>

const maxChoices = 100
const maxFiles = 10
const maxAnswerLength = { text: 500, 'long-text': 5000 } as const

/** What is wrong with one field by itself. `together` are the fields beside it, in its block or in the form. */
export function fieldFindings(
  path: string,
  field: Field,
  together: readonly { key: string; type: string }[],
): Finding[] {
  return [
    ...textFindings(`${path}.label`, field.label),
    ...optionalText(`${path}.help`, field.help),
    ...ofType(path, field, together),
  ]
}

function ofType(path: string, field: Field, together: readonly { key: string; type: string }[]): Finding[] {
  switch (field.type) {
    case 'text':
    case 'long-text':
      return numberFindings(`${path}.maxLength`, field.maxLength, 1, maxAnswerLength[field.type])
    case 'number':
      return crossed(path, field.min, field.max)
    case 'date':
      return [
        ...boundFindings(`${path}.earliest`, field.earliest),
        ...boundFindings(`${path}.latest`, field.latest),
        ...(areCrossed(field.earliest, field.latest)
          ? [{ path: `${path}.latest`, code: 'limits-crossed' } as const]
          : []),
      ]
    case 'choice':
    case 'choices':
      return [...choiceFindings(path, field), ...suggestionFindings(path, field, together)]
    case 'consent':
      return [
        ...textFindings(`${path}.wording`, field.wording, maxTextLength),
        ...(field.wordingVersion.trim() === '' || field.wordingVersion.length > 40
          ? [{ path: `${path}.wordingVersion`, code: 'version-missing' } as const]
          : []),
      ]
    case 'file':
      return [
        ...(field.accept.length === 0 ? [{ path: `${path}.accept`, code: 'kinds-missing' } as const] : []),
        ...numberFindings(`${path}.maxFiles`, field.maxFiles, 1, maxFiles),
      ]
    default:
      return []
  }
}

const crossed = (path: string, min: number | undefined, max: number | undefined): Finding[] =>
  min !== undefined && max !== undefined && min > max ? [{ path: `${path}.max`, code: 'limits-crossed' }] : []

function boundFindings(path: string, bound: DayBound | undefined): Finding[] {
  if (bound === undefined) return []
  if (typeof bound !== 'string') return numberFindings(path, bound.years, -120, 20)
  return isDay(bound) ? [] : [{ path, code: 'number-wrong' }]
}

/** Of a day and a number of years nobody can say beforehand which is the later. */
function areCrossed(earliest: DayBound | undefined, latest: DayBound | undefined): boolean {
  if (earliest === undefined || latest === undefined) return false
  if (typeof earliest === 'string') return typeof latest === 'string' && earliest > latest
  return typeof latest !== 'string' && earliest.years > latest.years
}

function choiceFindings(path: string, { choices, choicesFrom }: ChoiceField): Finding[] {
  if (!choices) return choicesFrom ? [] : [{ path: `${path}.choices`, code: 'choices-missing' }]
  if (choices.length === 0) return [{ path: `${path}.choices`, code: 'choices-missing' }]
  const codes = choices.map(({ code }) => code)
  return [
    ...countFindings(`${path}.choices`, choices.length, maxChoices),
    ...choices.flatMap(({ code, label }, no): Finding[] => {
      const at = `${path}.choices.${no}`
      const isTwice = codes.indexOf(code) !== no
      return [
        ...textFindings(`${at}.label`, label),
        ...(/^[\w.+-]{1,40}$/.test(code) ? [] : [{ path: `${at}.code`, code: 'choice-code-wrong' } as const]),
        ...(isTwice ? [{ path: `${at}.code`, code: 'choice-code-twice' } as const] : []),
      ]
    }),
  ]
}

function suggestionFindings(
  path: string,
  { suggestedBy }: ChoiceField,
  together: readonly { key: string; type: string }[],
): Finding[] {
  if (!suggestedBy) return []
  const typeOf = (key: string) => together.find((field) => field.key === key)?.type
  const fits = typeOf(suggestedBy.birthDate) === 'date' && typeOf(suggestedBy.entryYear) !== undefined
  return fits ? [] : [{ path: `${path}.suggestedBy`, code: 'suggestion-wrong' }]
}

/** What is wrong with a block by itself, without its fields. */
export const blockFindings = (path: string, block: Repeat): Finding[] => [
  ...textFindings(`${path}.label`, block.label),
  ...textFindings(`${path}.itemLabel`, block.itemLabel),
  ...numberFindings(`${path}.min`, block.min, 0, 20),
  ...numberFindings(`${path}.max`, block.max, 1, 20),
  ...(block.min > block.max ? [{ path: `${path}.max`, code: 'limits-crossed' } as const] : []),
  ...countFindings(`${path}.fields`, block.fields.length, 60),
]
