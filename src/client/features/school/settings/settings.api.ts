import { ask } from '#client/platform/http.ts'
import { publicInfo } from '#shared/school/school.contract.ts'
import { type AppIconName, setAppIcons } from '#shared/school/settings/app-icons.contract.ts'
import { readOutsideConnections } from '#shared/school/settings/connections.contract.ts'
import { type LogoInput, setSchoolLogo } from '#shared/school/settings/school-logo.contract.ts'
import {
  changeSchoolSettings,
  readSchoolSettings,
  type SettingsChange,
} from '#shared/school/settings/school-settings.contract.ts'

export const readSettings = () => ask(readSchoolSettings, {})
export const saveSettings = (settings: SettingsChange) => ask(changeSchoolSettings, { settings })
export const readConnections = () => ask(readOutsideConnections, {})
export const saveIcons = (icons: Record<AppIconName, string>) => ask(setAppIcons, { icons })
export const saveLogo = (seen: number, logo: LogoInput) => ask(setSchoolLogo, { seen, logo })
export const readPublicInfo = async () => (await ask(publicInfo, {})).result
