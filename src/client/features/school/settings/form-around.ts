import { createContext } from 'react'
import type { SchoolSettings, SettingsGroup } from '#shared/school/settings/school-settings.contract.ts'

/** A settings form that stands inside another page. */
export interface FormInside {
  /** What stands in it is not what the server has. */
  isChanged: boolean
  /** @returns whether it is saved; what is wrong is shown in the form */
  save: () => Promise<boolean>
}

/** What a page has to do with the settings form inside it: that page has the button which saves. */
interface FormAround {
  /** Id for the form, by which the button outside submits it. */
  formId: string
  /** Takes the form that is shown now; undefined once it is gone. */
  hold: (form: FormInside | undefined) => void
  /** Called when the form is submitted, by that button or by the keyboard. */
  onSubmit: () => void
  /** Returns values for a group that the school has left empty; undefined for what it has set. */
  propose: (group: SettingsGroup, all: SchoolSettings) => object | undefined
}

/** Null for a settings form on a page of its own. */
export const FormAround = createContext<FormAround | null>(null)
