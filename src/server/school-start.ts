import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import { type Random, uuidv7 } from '#shared/kernel/ids.ts'
import type { Currency } from '#shared/kernel/money.ts'
import { businessDay, type Clock } from '#shared/kernel/time.ts'
import { schoolYearOf } from '#shared/school/school-year.rules.ts'
import { defaultWordings } from './features/consents/default-wordings.ts'
import { type NewWording, publishWordings } from './features/consents/wording.service.ts'
import { publishForms, startForms } from './features/forms/start-forms.service.ts'
import { type CatalogueCopy, writeCatalogueCopy } from './features/pos/catalogue/copy-catalogue.service.ts'
import { firstVersion, type StartStep } from './features/school/create-school.service.ts'
import { startPlaces, writePlaces } from './features/sync/devices/start-places.service.ts'

/** Where ids and instants of a new school come from. */
interface StartDeps {
  clock: Clock
  random: Random
}

/** What a template school gives in place of the product's own defaults. */
export interface StartContent {
  forms: Readonly<Record<string, FormDefinition>>
  wordings: readonly NewWording[]
  /** Taken over in the same currency only: 25 dirhams are no 25 fils. */
  catalogue: { currency: Currency; copy: CatalogueCopy }
}

/**
 * Returns what every school begins with, domain by domain: forms, consent wordings and one canteen. Document types, letters,
 * message texts and admission rules have defaults in code and need no rows.
 */
export function startSteps({ clock, random }: StartDeps, content?: StartContent): readonly StartStep[] {
  return [
    async (tx, { schoolId, timeZone, profile, createdAt }) => {
      const firstYear = schoolYearOf(businessDay(clock.nowMs(), timeZone, 0)) + 1
      const forms = content?.forms ?? startForms(profile, firstYear)
      await publishForms(tx, schoolId, forms, createdAt)
    },
    (tx, { schoolId, createdAt }) => publishWordings(tx, schoolId, content?.wordings ?? defaultWordings, createdAt),
    (tx, { schoolId }) =>
      writePlaces(
        tx,
        schoolId,
        startPlaces(() => uuidv7(clock.nowMs(), random)),
      ),
    async (tx, { schoolId, currency }) => {
      if (content?.catalogue.currency !== currency) return
      const newId = () => uuidv7(clock.nowMs(), random)
      await writeCatalogueCopy(tx, schoolId, content.catalogue.copy, { version: firstVersion, newId })
    },
  ]
}
