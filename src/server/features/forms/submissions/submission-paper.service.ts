import { codeName } from '#shared/forms/code-name.rules.ts'
import { type Answers, askedParts, isAnswered, isAsked, rowsOf } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Field } from '#shared/forms/form-field.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Cell, ValueRow } from '#shared/letters/letter-values.rules.ts'

/**
 * Returns a family's answers, question by question, for a document about one of its children. Omits the highest sensitivity,
 * files and unanswered questions.
 * @param place index of the form's child, from 0; of other blocks every row is shown
 */
export function answersOnPaper(definition: FormDefinition, answers: Answers, place: number): ValueRow[] {
  return askedParts(definition, 'public', answers).flatMap((part) => {
    if (part.type !== 'repeat') return rowFor(part, answers[part.key])
    const rows = rowsOf(part, answers)
    const ofChild = part.key === definition.subject?.block
    return rows.flatMap((row, no) => {
      if (ofChild && no !== place) return []
      const several = !ofChild && rows.length > 1
      return part.fields
        .filter((field) => isAsked(field, 'public', answers, row))
        .flatMap((field) => rowFor(field, row[field.key], several ? numbered(part.itemLabel, no + 1) : undefined))
    })
  })
}

const numbered = ({ en, ar }: Bilingual, no: number): Bilingual => ({ en: `${en} ${no}`, ar: `${ar} ${no}` })

function rowFor(field: Field, answer: Answers[string], of?: Bilingual): ValueRow[] {
  if (field.type === 'file' || field.sensitivity === 'S3' || !isAnswered(answer)) return []
  const cell = cellOf(field, answer)
  const { label } = field
  return cell
    ? [{ label: of ? { en: `${of.en}: ${label.en}`, ar: `${of.ar}: ${label.ar}` } : label, values: [cell] }]
    : []
}

const yes: Bilingual = { en: 'Yes', ar: 'نعم' }
const no: Bilingual = { en: 'No', ar: 'لا' }

function cellOf(field: Field, answer: Answers[string]): Cell | undefined {
  if (typeof answer === 'boolean') return { text: answer ? yes : no }
  if (field.type === 'choice' || field.type === 'choices') {
    const codes = [answer].flat().filter((code) => typeof code === 'string')
    return codes.length > 0 ? { text: joined(codes.map((code) => choiceLabel(field, code))) } : undefined
  }
  if (typeof answer !== 'string') return undefined
  if (field.type === 'date') return { day: answer }
  return field.type === 'phone' || field.type === 'email' || field.type === 'number'
    ? { code: answer }
    : { text: answer }
}

const joined = (labels: readonly Bilingual[]): Bilingual => ({
  en: labels.map(({ en }) => en).join(', '),
  ar: labels.map(({ ar }) => ar).join('، '),
})

type ChoiceField = Extract<Field, { type: 'choice' | 'choices' }>

function choiceLabel({ choices, choicesFrom }: ChoiceField, code: string): Bilingual {
  const known = choices?.find((choice) => choice.code === code)?.label
  if (known) return known
  if (!choicesFrom) return { en: code, ar: code }
  return { en: codeName('en', choicesFrom, code), ar: codeName('ar', choicesFrom, code) }
}
