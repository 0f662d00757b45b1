import { machineClock } from '#local/kernel/machine.ts'
import { businessDay, dayAfter } from '#shared/kernel/time.ts'
import type { SchoolSettings, SettingsGroup, SettingsValues } from '#shared/school/settings/school-settings.contract.ts'
import { usualNextYear, yearName } from '#shared/school/usual-year.rules.ts'

/** Groups of settings whose values a new school finds filled in. */
type Proposed = Extract<SettingsGroup, 'years' | 'admission'>

const proposals: { [G in Proposed]: (country: string, all: SchoolSettings) => SettingsValues<G> | undefined } = {
  years(country, { years, calendar, days }) {
    if (years.values.years.length > 0) return undefined
    return { years: [{ ...usualNextYear(country, days.values.weekend, today(calendar.values.timeZone)), terms: [] }] }
  },
  admission(country, { admission, years, calendar, days }) {
    if (admission.values.dates.length > 0) return undefined
    const from = today(calendar.values.timeZone)
    const next =
      years.values.years.find(({ startsOn }) => startsOn > from) ?? usualNextYear(country, days.values.weekend, from)
    const name = `\u2066${yearName(next)}\u2069`
    const label = { en: `Admission ${name}`, ar: `القبول للعام الدراسي ${name}` }
    return { ...admission.values, dates: [{ startsOn: from, endsOn: dayAfter(next.startsOn, -1), label }] }
  },
}

const today = (timeZone: string) => businessDay(machineClock.nowMs(), timeZone, 0)

const isProposed = (group: SettingsGroup): group is Proposed => Object.hasOwn(proposals, group)

/** Returns what a new school finds filled in; undefined for what it has set itself. @param country ISO 3166 code */
export const proposalOf = (country: string, group: SettingsGroup, all: SchoolSettings): object | undefined =>
  isProposed(group) ? proposals[group](country, all) : undefined
