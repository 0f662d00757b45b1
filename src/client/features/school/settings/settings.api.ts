import { ask } from '#client/platform/http.ts'
import {
  changeSchoolSettings,
  readSchoolSettings,
  type SettingsChange,
} from '#shared/school/settings/school-settings.contract.ts'

export const readSettings = () => ask(readSchoolSettings, {})
export const saveSettings = (settings: SettingsChange) => ask(changeSchoolSettings, { settings })
