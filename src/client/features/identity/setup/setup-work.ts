import { ask } from '#client/platform/http.ts'
import { forgetSetupDraft, keepSetupDraft, readSetupDraft, type SetupValues } from '#local/identity/setup-draft.ts'
import { machineRandom } from '#local/kernel/machine.ts'
import { checkSetup, setUpSchool } from '#shared/identity/setup.contract.ts'
import type { Language } from '#shared/kernel/fields.ts'

/* Fetched when it is needed: the page itself opens without the client of the server and without the device's database. */

export const checkLink = (token: string, code?: string) =>
  ask(checkSetup, { token: token.slice(0, 100), ...(code === undefined ? {} : { code: code.slice(0, 60) }) })

/** Creates the school that was typed. @param code with the proposed one in place of none @param language of the invitation */
export const createSchool = (
  token: string,
  { code, values }: { code: string; values: SetupValues },
  language: Language,
) =>
  ask(setUpSchool, {
    token,
    school: {
      code,
      name: { en: values.nameEn, ar: values.nameAr },
      country: values.country,
      currency: values.currency,
      timeZone: values.timeZone,
      language: values.language,
      grades: values.grades,
      ...(values.regulator && { regulator: values.regulator }),
    },
    administrator: { name: { en: values.adminEn, ar: values.adminAr }, email: values.email, language },
  })

/** A browser that keeps nothing on the device makes the page forget, and no more. */
const ignore = () => undefined
let last: Promise<unknown> = Promise.resolve()
const inTurn = <T>(work: () => Promise<T>): Promise<T | undefined> => {
  const turn = last.then(work).catch(ignore)
  last = turn
  return turn
}

let newest: SetupValues | undefined

/** Keeps the newest of what was typed: who types faster than a device writes loses nothing by leaving. */
export const keepValues = (values: SetupValues) => {
  newest = values
  return inTurn(async () => {
    if (newest === undefined) return
    const kept = newest
    newest = undefined
    await keepSetupDraft(kept, machineRandom)
  })
}
export const keptValues = () => inTurn(() => readSetupDraft(machineRandom))
export const forgetValues = () => inTurn(forgetSetupDraft)
