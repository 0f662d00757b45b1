import {
  changeSchoolSettings,
  readSchoolSettings,
  type SchoolSettings,
  type SettingsGroup,
} from '#shared/school/settings/school-settings.contract.ts'
import { type Box, type Caller, call, type Reply } from '#tests/support/server.ts'

/** Returns all settings as this caller reads them. */
export const settingsOf = async (box: Box, caller: Caller): Promise<SchoolSettings> =>
  readSchoolSettings.reply.parse((await call(box.app, caller, readSchoolSettings)).body)

/** Sends new values of a group; `seen` is the version of now unless said. */
export async function setSettings<G extends SettingsGroup>(
  box: Box,
  caller: Caller,
  group: G,
  more: object,
  seen?: number,
): Promise<Reply> {
  const { version, values } = (await settingsOf(box, caller))[group]
  const settings = { group, seen: seen ?? version, values: { ...values, ...more } }
  return call(box.app, caller, changeSchoolSettings, { settings })
}
