import { ask } from '#client/platform/http.ts'
import { listForms } from '#shared/forms/form.contract.ts'

export const fetchFormList = async () => (await ask(listForms, {})).forms
