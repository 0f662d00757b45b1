import { ask } from '#client/platform/http.ts'
import type { Bilingual } from '#shared/contract/endpoint.ts'
import { schoolList } from '#shared/contract/school.ts'

export interface ListedSchool {
  code: string
  name: Bilingual
  logo: string
}

export const listSchools = async (): Promise<ListedSchool[]> => (await ask(schoolList, {})).result
