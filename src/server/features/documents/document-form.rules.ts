import type { DocumentType } from '#shared/documents/document-type.contract.ts'
import { type Answers, filesIn } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'

/** File of a form that is one of the required documents. */
export interface FormDocument {
  fileId: string
  type: string
  /** Index of the child in the form; null where it concerns all of them. */
  place: number | null
}

/** Returns the documents submitted with an application, by the keys of its file fields. */
export function formDocuments(
  form: FormDefinition,
  answers: Answers,
  types: readonly Pick<DocumentType, 'code' | 'fields'>[],
): FormDocument[] {
  const block = form.subject?.block
  return filesIn(form, 'public', answers).flatMap(({ path, file: { fileId } }) => {
    const [first, row, key = first] = path.split('.')
    const type = types.find(({ fields }) => key !== undefined && fields.includes(key))
    return type ? [{ fileId, type: type.code, place: first === block && row !== undefined ? Number(row) : null }] : []
  })
}

/** Returns the country of the latest school named by the family: forms list the latest first. */
export function lastSchoolCountry(answers: Answers): string | null {
  const schools = answers['schools']
  const latest: unknown = Array.isArray(schools) ? schools[0] : undefined
  const country: unknown = typeof latest === 'object' && latest !== null ? Reflect.get(latest, 'country') : undefined
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? country : null
}
