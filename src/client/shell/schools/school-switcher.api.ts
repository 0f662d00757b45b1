// chunk: calls
import { ask } from '#client/platform/http.ts'
import { type LinkedSchool, linkedSchools, switchSchool } from '#shared/identity/linked-schools.contract.ts'

/** The schools that this person may change between; none where it is linked to none. */
export const readSchools = async (): Promise<LinkedSchool[]> => (await ask(linkedSchools, {})).schools

/** Opens another school in this tab: its own page signs in there. */
export async function goToSchool(schoolId: string): Promise<void> {
  const { address } = await ask(switchSchool, { schoolId })
  location.assign(address)
}
