import { ask } from '#client/platform/http.ts'
import { listForms } from '#shared/contract/form.ts'

export const fetchFormList = async () => (await ask(listForms, {})).forms
