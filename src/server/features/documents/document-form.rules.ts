import type { DocumentType } from '#shared/documents/document-type.contract.ts'
import { type Answers, filesIn } from '#shared/forms/form-answers.rules.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'

/** A file of a form that is one of the documents asked for. */
export interface FormDocument {
  fileId: string
  type: string
  /** Which of the form's children it is about; null where it is about all of them. */
  place: number | null
}

/** The documents that an application brings along, by the keys of its file fields. */
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

/** Where the latest school is that the family names: forms ask for the latest first. */
export function lastSchoolCountry(answers: Answers): string | null {
  const schools = answers['schools']
  const latest: unknown = Array.isArray(schools) ? schools[0] : undefined
  const country: unknown = typeof latest === 'object' && latest !== null ? Reflect.get(latest, 'country') : undefined
  return typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? country : null
}
